import { useEffect, useMemo, useRef } from 'preact/hooks';
import { isMap, parseDocument } from 'yaml';

import { t } from '../../app/language.js';
import { query } from '../../app/location.js';
import { Note } from '../../components/empty.js';
import { SchemaForm } from '../../components/schema-form.js';
import { asSchema } from '../../components/schema-kinds.js';
import type { Path } from '../../components/with-member.js';
import { changeText } from './change-text.js';

interface DefinitionFormProps {
  readonly text: string;
  readonly schema: unknown;
  readonly onText: (text: string) => void;
}

/** The definition as a form; what is filled in changes the text, whose comments and order stay. */
export function DefinitionForm({ text, schema, onText }: DefinitionFormProps) {
  const document = useMemo(() => parseDocument(text), [text]);
  const isReadable = document.errors.length === 0 && (document.contents === null || isMap(document.contents));
  const change = (path: Path, value: unknown) => onText(changeText({ text, document }, path, value));
  const section = useRef<HTMLElement>(null);
  useEffect(() => showMember(section.current, query.value.get('form')), []);
  return (
    <section ref={section} class="card definition-form" aria-label={t('Form')}>
      {isReadable ? (
        <SchemaForm schema={asSchema(schema)} value={document.toJS() as unknown} onChange={change} />
      ) : (
        <Note tone="warn">{t('The form comes back once the text can be read.')}</Note>
      )}
    </section>
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
