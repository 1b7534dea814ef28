import { useId, useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { AreaField, SelectField, type Labelled } from './field.js';
import { asSchema, type Schema } from './schema-kinds.js';

/** Of a member that a field shows as one text. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function placeholderOf({ default: usual }: Schema) {
  return usual === undefined || usual === null || usual === '' ? {} : { placeholder: shortText(usual) };
}

function shortText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface PlainMemberProps extends Labelled {
  readonly value: unknown;
  readonly onSet: (value: unknown) => void;
}

export function ChoiceMember({ schema, value, onSet, ...labelled }: PlainMemberProps & { readonly schema: Schema }) {
  const words = choicesOf(schema);
  const usual = schema.default === undefined ? '' : ` (${shortText(schema.default)})`;
  const choices = [
    { value: '', text: `${t('Not set')}${usual}` },
    ...words.map((word) => ({ value: String(word), text: String(word) })),
  ];
  const current = value === undefined || value === null ? '' : shortText(value);
  const known = choices.some((each) => each.value === current);
  return (
    <SelectField
      {...labelled}
      value={current}
      choices={known ? choices : [...choices, { value: current, text: current }]}
      onChange={(next) => onSet(next === '' ? undefined : words.find((word) => String(word) === next))}
    />
  );
}

/** The values to choose from; values with the same text, such as 1 and '1', appear once. */
function choicesOf(schema: Schema): readonly unknown[] {
  const words = wordsOf(schema).filter((word) => word !== '' && word !== null);
  return words.filter((word, index) => words.findIndex((each) => String(each) === String(word)) === index);
}

function wordsOf(schema: Schema): readonly unknown[] {
  const lists = [
    schema,
    ...['anyOf', 'oneOf'].flatMap((name) => (Array.isArray(schema[name]) ? (schema[name] as unknown[]) : [])),
  ];
  return lists.flatMap((each) => {
    const words = asSchema(each).enum;
    return Array.isArray(words) ? (words as unknown[]) : [];
  });
}

/** A list of texts, one in a line. */
export function WordsMember({ value, onSet, ...labelled }: PlainMemberProps) {
  const lines = Array.isArray(value) ? value.map(String).join('\n') : '';
  const change = (text: string) => {
    const words = text.split('\n').map((word) => word.trim());
    onSet(text.trim() === '' ? undefined : words.filter((word, index) => word !== '' || index === words.length - 1));
  };
  const note = [labelled.hint, t('One in a line.')].filter(Boolean).join(' ');
  return (
    <AreaField
      {...labelled}
      hint={note}
      value={lines}
      rows={Math.min(Math.max(lines.split('\n').length, 2), 6)}
      onChange={change}
    />
  );
}

/** What has no simpler form. */
export function JsonMember({ value, onSet, ...labelled }: PlainMemberProps) {
  const id = useId();
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value, undefined, 2)));
  const [isWrong, setWrong] = useState(false);
  const change = (next: string) => {
    setText(next);
    try {
      onSet(next.trim() === '' ? undefined : JSON.parse(next));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  const error = isWrong ? t('This is not JSON yet.') : labelled.error;
  return (
    <AreaField
      key={id}
      {...labelled}
      hint={[labelled.hint, t('As JSON.')].filter(Boolean).join(' ')}
      error={error}
      value={text}
      isCode
      onChange={change}
    />
  );
}
