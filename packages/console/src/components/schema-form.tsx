import { createContext } from 'preact';
import { useContext, useId, useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { Button } from './button.js';
import { AreaField, CheckField, SelectField, TextField } from './field.js';
import { ReferenceField, ReferencesField } from './reference-field.js';
import { asSchema, kindOf, schemaFor, type Schema } from './schema-kinds.js';

export type Path = readonly (string | number)[];

interface Words {
  readonly nameOf: (name: string) => string;
  readonly hintOf: (name: string, schema: Schema) => string | undefined;
}

/** What forms call members, and how they explain them. */
export const FormWords = createContext<Words>({
  nameOf: (name) => name,
  hintOf: (_name, { description }) => (typeof description === 'string' ? description : undefined),
});

interface SchemaFormProps {
  readonly schema: Schema;
  readonly value: unknown;
  /** Undefined takes a member away. */
  readonly onChange: (path: Path, value: unknown) => void;
  readonly path?: Path;
  /** Members that others show. */
  readonly without?: readonly string[];
}

/** A form of an object, as its JSON Schema has it: members in its order, each with what it means. */
export function SchemaForm({ schema, value, onChange, path = [], without = [] }: SchemaFormProps) {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const values = asSchema(value);
  const members = Object.entries(asSchema(schemaFor(schema, values).properties)).filter(
    ([name]) => !without.includes(name),
  );
  return (
    <div class="form">
      {members.map(([name, inner]) => (
        <Member
          key={name}
          name={name}
          schema={asSchema(inner)}
          value={values[name]}
          path={[...path, name]}
          isRequired={required.includes(name)}
          onChange={onChange}
        />
      ))}
    </div>
  );
}

interface MemberProps {
  readonly name: string;
  readonly schema: Schema;
  readonly value: unknown;
  readonly path: Path;
  readonly isRequired: boolean;
  readonly onChange: (path: Path, value: unknown) => void;
}

function Member(props: MemberProps) {
  const { name, schema, value, path, isRequired, onChange } = props;
  const set = (next: unknown) => onChange(path, next);
  const setWord = (next: string) => set(next === '' ? undefined : next);
  const { nameOf, hintOf } = useContext(FormWords);
  const label = isRequired ? `${nameOf(name)} *` : nameOf(name);
  const hint = hintOf(name, schema);
  const kind = kindOf(schema, value);
  if (kind === 'object') return <Group {...props} />;
  if (kind === 'map') return <MapGroup {...props} />;
  if (kind === 'flag') return <CheckField label={label} hint={hint} checked={value === true} onChange={set} />;
  if (kind === 'choice') return <ChoiceMember label={label} hint={hint} schema={schema} value={value} onSet={set} />;
  if (kind === 'reference')
    return (
      <ReferenceField
        label={label}
        hint={hint}
        value={wordOf(value)}
        onChange={setWord}
        kind={String(schema['x-kind'])}
      />
    );
  if (kind === 'references')
    return (
      <ReferencesField
        label={label}
        hint={hint}
        value={value}
        onChange={set}
        kind={String(asSchema(schema.items)['x-kind'])}
      />
    );
  if (kind === 'words') return <WordsMember label={label} hint={hint} value={value} onSet={set} />;
  if (kind === 'json') return <JsonMember label={label} hint={hint} value={value} onSet={set} />;
  const isNumber = kind === 'number';
  const change = (text: string) => {
    if (text === '' && !isRequired) set(undefined);
    else set(isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
  };
  return (
    <TextField
      label={label}
      hint={hint}
      value={wordOf(value)}
      onChange={change}
      suggestions={kind === 'suggested' ? (schema.examples as readonly unknown[]).map(String) : undefined}
      more={{
        ...(isNumber ? { inputMode: 'numeric' } : {}),
        ...placeholderOf(schema),
        ...(typeof schema.maxLength === 'number' ? { maxLength: schema.maxLength } : {}),
      }}
    />
  );
}

/** Of a member that a field shows as one text. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function placeholderOf({ default: usual }: Schema) {
  return usual === undefined || usual === null || usual === '' ? {} : { placeholder: shortText(usual) };
}

function shortText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An object within an object, folded while it is empty. */
function Group({ name, schema, value, path, onChange }: MemberProps) {
  const { nameOf, hintOf } = useContext(FormWords);
  return (
    <details class="form-fold" open={value !== undefined && path.length < 3}>
      <summary>{nameOf(name)}</summary>
      <p class="hint">{hintOf(name, schema)}</p>
      <div class="form-group">
        <SchemaForm schema={schema} value={value} path={path} onChange={onChange} />
      </div>
    </details>
  );
}

/** Entries by names that whoever fills it in chooses. */
function MapGroup({ name, schema, value, path, onChange }: MemberProps) {
  const { nameOf, hintOf } = useContext(FormWords);
  const [added, setAdded] = useState('');
  const entry = asSchema(schema.additionalProperties);
  const isPlain = kindOf(entry, undefined) !== 'object';
  const add = () => {
    onChange([...path, added], isPlain ? '' : {});
    setAdded('');
  };
  const entries = Object.entries(asSchema(value));
  return (
    <details class="form-fold" open={entries.length > 0}>
      <summary>
        {nameOf(name)} <span class="faint">{entries.length > 0 && entries.length}</span>
      </summary>
      <p class="hint">{hintOf(name, schema)}</p>
      <div class="form-group">
        {entries.map(([each, inner]) => (
          <div key={each} class="map-entry">
            <Member
              name={each}
              schema={entry}
              value={inner}
              path={[...path, each]}
              isRequired={false}
              onChange={onChange}
            />
            <Button
              kind="quiet"
              icon="close"
              label={t('Remove {name}', { name: each })}
              onClick={() => onChange([...path, each], undefined)}
            />
          </div>
        ))}
        <div class="row">
          <div class="grow">
            <TextField
              label={t('Name of a new entry of {name}', { name: nameOf(name) })}
              value={added}
              onChange={setAdded}
            />
          </div>
          <Button icon="plus" disabled={added === ''} onClick={add}>
            {t('Add')}
          </Button>
        </div>
      </div>
    </details>
  );
}

interface PlainMemberProps {
  readonly label: string;
  readonly hint: string | undefined;
  readonly value: unknown;
  readonly onSet: (value: unknown) => void;
}

function ChoiceMember({ label, hint, schema, value, onSet }: PlainMemberProps & { readonly schema: Schema }) {
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
      label={label}
      hint={hint}
      value={current}
      choices={known ? choices : [...choices, { value: current, text: current }]}
      onChange={(next) => onSet(next === '' ? undefined : words.find((word) => String(word) === next))}
    />
  );
}

function choicesOf(schema: Schema): readonly unknown[] {
  const lists = [
    schema,
    ...['anyOf', 'oneOf'].flatMap((name) => (Array.isArray(schema[name]) ? (schema[name] as unknown[]) : [])),
  ];
  return lists.flatMap((each) => {
    const words = asSchema(each).enum;
    return Array.isArray(words) ? (words as unknown[]).filter((word) => word !== null) : [];
  });
}

/** A list of texts, one in a line. */
function WordsMember({ label, hint, value, onSet }: PlainMemberProps) {
  const lines = Array.isArray(value) ? value.map(String).join('\n') : '';
  const change = (text: string) => {
    const words = text.split('\n').map((word) => word.trim());
    onSet(text.trim() === '' ? undefined : words.filter((word, index) => word !== '' || index === words.length - 1));
  };
  const note = [hint, t('One in a line.')].filter(Boolean).join(' ');
  return (
    <AreaField
      label={label}
      hint={note}
      value={lines}
      rows={Math.min(Math.max(lines.split('\n').length, 2), 6)}
      onChange={change}
    />
  );
}

/** What has no simpler form. */
function JsonMember({ label, hint, value, onSet }: PlainMemberProps) {
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
  const error = isWrong ? t('This is not JSON yet.') : undefined;
  return (
    <AreaField
      key={id}
      label={label}
      hint={[hint, 'JSON'].filter(Boolean).join(' ')}
      error={error}
      value={text}
      isCode
      onChange={change}
    />
  );
}
