import type { ComponentChildren } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';

import { serverText, t } from '../app/language.js';
import { Button } from './button.js';
import { AreaField, CheckField, ChecksField, Field, SelectField, TextField, type Labelled } from './field.js';
import { FormMistakes, FormWords } from './form-words.js';
import { ReferenceField, ReferencesField } from './reference-field.js';
import { asSchema, isOn, wordOf, type Kind, type Path, type Schema } from './schema.js';

export interface MemberProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly path: Path;
  readonly isRequired: boolean;
  readonly onChange: (path: Path, value: unknown) => void;
}

function placeholderOf({ default: usual }: Schema) {
  return usual === undefined || usual === null || usual === '' ? {} : { placeholder: shortText(usual) };
}

function shortText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A member that one field fills in. */
export function PlainMember({ kind, ...props }: MemberProps & { readonly kind: Kind }) {
  const { name, schema, value, path, isRequired, onChange } = props;
  const { nameOf, hintOf, hasKeys } = useContext(FormWords);
  const mistake = useContext(FormMistakes)[path.join('/')];
  const label = nameOf(name, schema);
  const Leaf = LEAVES[kind] ?? TextMember;
  return (
    <Leaf
      label={isRequired ? `${label} *` : label}
      name={hasKeys === true && label !== name ? name : undefined}
      hint={hintOf(name, schema)}
      error={mistake === undefined ? undefined : serverText(mistake).replace(name, label)}
      schema={schema}
      value={value}
      path={path}
      isRequired={isRequired}
      isNumber={kind === 'number'}
      onSet={(next) => onChange(path, next)}
    />
  );
}

interface LeafProps extends Labelled {
  readonly schema: Schema;
  readonly value: unknown;
  readonly path: Path;
  readonly isRequired: boolean;
  readonly isNumber: boolean;
  readonly onSet: (value: unknown) => void;
}

const LEAVES: Partial<Readonly<Record<Kind, (props: LeafProps) => ComponentChildren>>> = {
  flag: ({ value, onSet, ...rest }) => <CheckField {...labelledOf(rest)} checked={value === true} onChange={onSet} />,
  switch: ({ schema, value, onSet, ...rest }) => (
    <CheckField {...labelledOf(rest)} isSwitch checked={isOn(value, schema)} onChange={(is) => onSet(is ? '1' : '0')} />
  ),
  checks: ChecksMember,
  choice: ChoiceMember,
  reference: ({ schema, value, onSet, ...rest }) => (
    <ReferenceField
      {...labelledOf(rest)}
      value={wordOf(value)}
      kind={String(schema['x-kind'])}
      onChange={(word) => onSet(orNothing(word))}
    />
  ),
  references: ({ schema, value, onSet, ...rest }) => (
    <ReferencesField
      {...labelledOf(rest)}
      value={value}
      kind={String(asSchema(schema.items)['x-kind'])}
      onChange={onSet}
    />
  ),
  words: WordsMember,
  json: JsonMember,
  lines: ({ value, onSet, ...rest }) => (
    <AreaField
      {...labelledOf(rest)}
      value={wordOf(value)}
      rows={12}
      isCode
      onChange={(word) => onSet(orNothing(word))}
    />
  ),
};

function labelledOf({ label, name, hint, error }: Labelled): Labelled {
  return { label, name, hint, error };
}

function orNothing(word: string): string | undefined {
  return word === '' ? undefined : word;
}

function TextMember({ schema, value, isRequired, isNumber, onSet, ...rest }: LeafProps) {
  const change = (text: string) => {
    if (text === '' && !isRequired) onSet(undefined);
    else onSet(isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
  };
  return (
    <TextField
      {...labelledOf(rest)}
      value={wordOf(value)}
      onChange={change}
      suggestions={!isNumber && Array.isArray(schema.examples) ? schema.examples.map(String) : undefined}
      more={{
        ...(isNumber ? { inputMode: 'numeric' } : {}),
        ...placeholderOf(schema),
        ...(typeof schema.maxLength === 'number' ? { maxLength: schema.maxLength } : {}),
      }}
    />
  );
}

function ChoiceMember({ schema, value, onSet, ...rest }: LeafProps) {
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
      {...labelledOf(rest)}
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

/** Words of a few; others that are there stay. */
function ChecksMember({ schema, value, onSet, ...rest }: LeafProps) {
  const values = [value, schema.default].find(Array.isArray)?.map(String) ?? [];
  const words = wordsOf(asSchema(schema.items)).map(String);
  const change = (next: readonly string[]) => onSet(next.length === 0 ? undefined : next);
  return (
    <ChecksField
      {...labelledOf(rest)}
      values={values}
      choices={[...new Set([...words, ...values])]}
      onChange={change}
    />
  );
}

/** A list of texts, one in a line. */
function WordsMember({ value, onSet, ...rest }: LeafProps) {
  const lines = Array.isArray(value) ? value.map(String).join('\n') : '';
  const change = (text: string) => {
    const words = text.split('\n').map((word) => word.trim());
    onSet(text.trim() === '' ? undefined : words.filter((word, index) => word !== '' || index === words.length - 1));
  };
  const note = [rest.hint, t('One in a line.')].filter(Boolean).join(' ');
  return (
    <AreaField
      {...labelledOf(rest)}
      hint={note}
      value={lines}
      rows={Math.min(Math.max(lines.split('\n').length, 2), 6)}
      onChange={change}
    />
  );
}

/** What has no simpler form. */
function JsonMember({ value, path, onSet, ...rest }: LeafProps) {
  const { onText } = useContext(FormWords);
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
  const error = isWrong ? t('This is not JSON yet.') : rest.error;
  if (onText !== undefined)
    return (
      <Field {...labelledOf(rest)}>
        {() => <Button onClick={() => onText(path)}>{t('Edit it in the text')}</Button>}
      </Field>
    );
  return (
    <AreaField
      key={id}
      {...labelledOf(rest)}
      hint={[rest.hint, t('As JSON.')].filter(Boolean).join(' ')}
      error={error}
      value={text}
      isCode
      onChange={change}
    />
  );
}
