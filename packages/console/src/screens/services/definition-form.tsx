import { useEffect, useMemo, useRef } from 'preact/hooks';

import { language, t } from '../../app/language.js';
import { query } from '../../app/location.js';
import { Note } from '../../components/empty.js';
import { SchemaForm } from '../../components/schema-form.js';
import { asSchema } from '../../components/schema-kinds.js';
import { useDefinition } from './use-definition.js';

interface DefinitionFormProps {
  readonly text: string;
  readonly schema: unknown;
  readonly onText: (text: string) => void;
}

/** The definition as a form; what is filled in changes the text, whose comments and order stay. */
export function DefinitionForm({ text, schema, onText }: DefinitionFormProps) {
  const { read, change } = useDefinition(text, onText);
  const section = useRef<HTMLElement>(null);
  useEffect(() => showMember(section.current, query.value.get('form')), []);
  return useMemo(
    () => (
      <section ref={section} class="card definition-form" aria-label={t('Form')}>
        {read === undefined ? (
          <Note tone="warn">{t('The form comes back once the text can be read.')}</Note>
        ) : (
          <SchemaForm schema={asSchema(schema)} value={read.values} onChange={change} />
        )}
      </section>
    ),
    [read, schema, change, language.value],
  );
}

/** Opens the part of the form that the address names. */
function showMember(form: HTMLElement | null, name: string | null): void {
  const member = [...(form?.querySelectorAll('details') ?? [])].find((each) => each.dataset.member === name);
  if (member === undefined) return;
  member.open = true;
  member.scrollIntoView();
  member.querySelector('summary')?.focus();
}
