import type { readMistakes } from '../../api/call.js';
import { FormMistakes, FormWords } from '../../components/schema-members.js';
import { SchemaForm, type SchemaFormProps } from '../../components/schema-form.js';
import { entryWords } from './entry-words.js';

interface EntryFieldsProps extends SchemaFormProps {
  readonly mistakes: ReturnType<typeof readMistakes>;
}

export function EntryFields({ mistakes, ...form }: EntryFieldsProps) {
  return (
    <FormWords.Provider value={entryWords}>
      <FormMistakes.Provider value={mistakes}>
        <SchemaForm {...form} />
      </FormMistakes.Provider>
    </FormWords.Provider>
  );
}
