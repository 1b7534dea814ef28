import { useMemo } from 'preact/hooks';
import { isMap, isScalar, parseDocument, stringify, type Document } from 'yaml';

import { t } from '../../app/language.js';
import { Note } from '../../components/empty.js';
import { SchemaForm, type Path } from '../../components/schema-form.js';
import { asSchema } from '../../components/schema-kinds.js';

interface DefinitionFormProps {
  readonly text: string;
  readonly schema: unknown;
  readonly onText: (text: string) => void;
}

/** The definition as a form; what is filled in changes the text, whose comments and order stay. */
export function DefinitionForm({ text, schema, onText }: DefinitionFormProps) {
  const document = useMemo(() => parseDocument(text), [text]);
  const isReadable = document.errors.length === 0 && (document.contents === null || isMap(document.contents));
  const change = (path: Path, value: unknown) => onText(changedText({ text, document }, path, value));
  return (
    <section class="card definition-form" aria-label={t('Form')}>
      {isReadable ? (
        <SchemaForm schema={asSchema(schema)} value={document.toJS() as unknown} onChange={change} />
      ) : (
        <Note tone="warn">{t('The form comes back once the text can be read.')}</Note>
      )}
    </section>
  );
}

interface ReadText {
  readonly text: string;
  readonly document: Document;
}

function changedText({ text, document }: ReadText, path: Path, value: unknown): string {
  const node = document.getIn(path, true);
  if (
    isScalar(node) &&
    node.range !== undefined &&
    node.range !== null &&
    value !== undefined &&
    typeof value !== 'object'
  ) {
    const [from, to] = node.range;
    return text.slice(0, from) + writtenOf(value) + text.slice(to);
  }
  const changed = document.clone();
  if (value === undefined) changed.deleteIn(path);
  else changed.setIn(path, changed.createNode(value));
  return changed.toString({ lineWidth: 0 });
}

/** On one line, whatever the text has. */
function writtenOf(value: unknown): string {
  const isLong = typeof value === 'string' && /[\n\r]/.test(value);
  return isLong ? JSON.stringify(value) : stringify(value, { lineWidth: 0 }).trimEnd();
}
