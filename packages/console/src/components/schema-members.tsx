import { createContext, type ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';

import type { Message } from '../api/admin-api.js';
import { messageText, serverHelp, t } from '../app/language.js';
import { Button } from './button.js';
import { AreaField, CheckField, ChecksField, Field, SelectField, TextField, type Labelled } from './field.js';
import { ReferenceField, ReferencesField } from './reference-field.js';
import {
  asSchema,
  readBranches,
  isTicked,
  shortText,
  toFieldText,
  wordsIn,
  type Kind,
  type Path,
  type Schema,
} from './schema.js';

interface Words {
  readonly sayName: (name: string, schema: Schema) => string;
  readonly sayHint: (name: string, schema: Schema) => string | undefined;
  /** Whether groups are open although nothing is filled in. */
  readonly isUnfolded: boolean;
  /** Whether keys are shown next to their labels. */
  readonly hasKeys?: boolean;
  /** The place of the cursor in the text next to the form; its parts are open. */
  readonly place?: Path;
  /** Goes to a member without a simpler form in that text; without a text, it is filled in as JSON. */
  readonly onText?: (path: Path) => void;
}

/** What forms call members, and how they explain them. */
export const FormWords = createContext<Words>({
  sayName: (name, { title }) => (typeof title === 'string' ? t(title) : name),
  sayHint: (_name, { description }) => (typeof description === 'string' ? serverHelp(description) : undefined),
  isUnfolded: false,
  hasKeys: true,
});

/** What is wrong with members, by their paths with `/` between the parts. */
export const FormMistakes = createContext<Readonly<Record<string, Message>>>({});

export interface MemberProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly path: Path;
  readonly isRequired: boolean;
  readonly onChange: (path: Path, value: unknown) => void;
}

export function PlainMember({ kind, name, onChange, ...member }: MemberProps & { readonly kind: Kind }) {
  const { schema, path, isRequired } = member;
  const { sayName, sayHint, hasKeys } = useContext(FormWords);
  const mistake = useContext(FormMistakes)[path.join('/')];
  const label = sayName(name, schema);
  const labelled = {
    label: isRequired ? `${label} *` : label,
    name: hasKeys === true && label !== name ? name : undefined,
    hint: sayHint(name, schema),
    error: mistake === undefined ? undefined : messageText(mistake).replace(name, label),
  };
  const Leaf = LEAVES[kind] ?? TextMember;
  return <Leaf {...member} labelled={labelled} isNumber={kind === 'number'} onSet={(next) => onChange(path, next)} />;
}

interface LeafProps extends Omit<MemberProps, 'name' | 'onChange'> {
  readonly labelled: Labelled;
  readonly isNumber: boolean;
  readonly onSet: (value: unknown) => void;
}

const LEAVES: Partial<Readonly<Record<Kind, (props: LeafProps) => ComponentChildren>>> = {
  flag: ({ labelled, value, onSet }) => <CheckField {...labelled} checked={value === true} onChange={onSet} />,
  switch: ({ labelled, schema, value, onSet }) => (
    <CheckField {...labelled} isSwitch checked={isTicked(value, schema)} onChange={(is) => onSet(is ? '1' : '0')} />
  ),
  reference: ({ labelled, schema, value, onSet }) => (
    <ReferenceField {...labelled} kind={String(schema['x-kind'])} {...bindText(value, onSet)} />
  ),
  references: ({ labelled, schema, value, onSet }) => (
    <ReferencesField {...labelled} value={value} kind={String(asSchema(schema.items)['x-kind'])} onChange={onSet} />
  ),
  lines: ({ labelled, value, onSet }) => <AreaField {...labelled} {...bindText(value, onSet)} rows={12} isCode />,
  checks: ChecksMember,
  choice: ChoiceMember,
  words: WordsMember,
  json: JsonMember,
};

/** The props of a field for a text; an empty one removes the member. */
function bindText(value: unknown, onSet: LeafProps['onSet']) {
  return { value: toFieldText(value), onChange: (text: string) => onSet(text === '' ? undefined : text) };
}

function TextMember({ labelled, schema, value, isRequired, isNumber, onSet }: LeafProps) {
  const { default: usual, examples, maxLength } = schema;
  const change = (text: string) => {
    if (text === '' && !isRequired) onSet(undefined);
    else onSet(isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
  };
  return (
    <TextField
      {...labelled}
      value={toFieldText(value)}
      onChange={change}
      suggestions={!isNumber && Array.isArray(examples) ? examples.map(String) : undefined}
      more={{
        ...(isNumber ? { inputMode: 'numeric' } : {}),
        ...((usual ?? '') === '' ? {} : { placeholder: shortText(usual) }),
        ...(typeof maxLength === 'number' ? { maxLength } : {}),
      }}
    />
  );
}

function ChoiceMember({ labelled, schema, value, onSet }: LeafProps) {
  const words = listEnumValues(schema).filter((word) => word !== '' && word !== null);
  const usual = schema.default === undefined ? '' : ` (${shortText(schema.default)})`;
  return (
    <SelectField
      {...labelled}
      value={shortText(value ?? '')}
      // Values with the same text, such as 1 and '1', appear once.
      choices={[{ value: '', text: t('Not set') + usual }, ...new Set(words.map(String))]}
      onChange={(next) => onSet(next === '' ? undefined : words.find((word) => String(word) === next))}
    />
  );
}

function listEnumValues(schema: Schema): readonly unknown[] {
  return [schema, ...readBranches(schema)].flatMap(({ enum: words }): readonly unknown[] =>
    Array.isArray(words) ? words : [],
  );
}

/** Several of a few words; other values that are there stay. */
function ChecksMember({ labelled, schema, value, onSet }: LeafProps) {
  const values = [value, schema.default].find(Array.isArray)?.map(String) ?? [];
  const choices = [...new Set([...listEnumValues(asSchema(schema.items)).map(String), ...values])];
  const change = (next: readonly string[]) => onSet(next.length === 0 ? undefined : next);
  return <ChecksField {...labelled} value={values} choices={choices} onChange={change} />;
}

/** A list of texts, one in a line. */
function WordsMember({ labelled, value, onSet }: LeafProps) {
  const lines = wordsIn(value).join('\n');
  const change = (text: string) => {
    const words = text.split('\n').map((word) => word.trim());
    onSet(text.trim() === '' ? undefined : words.filter((word, index) => word !== '' || index === words.length - 1));
  };
  const hint = [labelled.hint, t('One in a line.')].filter(Boolean).join(' ');
  const rows = Math.min(Math.max(lines.split('\n').length, 2), 6);
  return <AreaField {...labelled} hint={hint} value={lines} rows={rows} onChange={change} />;
}

/** What has no simpler form. */
function JsonMember({ labelled, value, path, onSet }: LeafProps) {
  const { onText } = useContext(FormWords);
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
  if (onText !== undefined)
    return <Field {...labelled}>{() => <Button onClick={() => onText(path)} text={t('Edit it in the text')} />}</Field>;
  const hint = [labelled.hint, t('As JSON.')].filter(Boolean).join(labelled.hint?.endsWith('.') ? ' ' : '. ');
  const error = isWrong ? t('This is not JSON yet.') : labelled.error;
  return <AreaField {...labelled} hint={hint} error={error} value={text} isCode onChange={change} />;
}
