import { createContext } from 'preact';
import { useContext, useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { Button } from './button.js';
import { CheckField, TextField } from './field.js';
import { ReferenceField, ReferencesField } from './reference-field.js';
import { asSchema, kindOf, schemaFor, type Schema } from './schema-kinds.js';
import { ChoiceMember, JsonMember, placeholderOf, WordsMember, wordOf } from './schema-members.js';
import { withMember } from './with-member.js';

export type Path = readonly (string | number)[];

interface Words {
  readonly nameOf: (name: string) => string;
  readonly hintOf: (name: string, schema: Schema) => string | undefined;
  /** Whether groups are open although nothing is filled in. */
  readonly isUnfolded: boolean;
}

/** What forms call members, and how they explain them. */
export const FormWords = createContext<Words>({
  nameOf: (name) => name,
  hintOf: (_name, { description }) => (typeof description === 'string' ? description : undefined),
  isUnfolded: false,
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
  if (kind === 'rows') return <Rows {...props} />;
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

/** An object within an object, folded while it is empty. */
function Group({ name, schema, value, path, onChange }: MemberProps) {
  const { nameOf, hintOf, isUnfolded } = useContext(FormWords);
  return (
    <details class="form-fold" open={isUnfolded || (value !== undefined && path.length < 3)}>
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
  const { nameOf, hintOf, isUnfolded } = useContext(FormWords);
  const [added, setAdded] = useState('');
  const entry = asSchema(schema.additionalProperties);
  const isPlain = kindOf(entry, undefined) !== 'object';
  const add = () => {
    onChange([...path, added], isPlain ? '' : {});
    setAdded('');
  };
  const entries = Object.entries(asSchema(value));
  return (
    <details class="form-fold" open={isUnfolded || entries.length > 0}>
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
        <div class="row end">
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

/** A list of objects, each with a form. */
function Rows({ name, schema, value, path, onChange }: MemberProps) {
  const { nameOf, hintOf } = useContext(FormWords);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const set = (next: readonly unknown[]) => onChange(path, next.length === 0 ? undefined : next);
  return (
    <details class="form-fold" open={rows.length > 0}>
      <summary>
        {nameOf(name)} <span class="faint">{rows.length > 0 && rows.length}</span>
      </summary>
      <p class="hint">{hintOf(name, schema)}</p>
      <div class="form-group">
        {rows.map((row, index) => (
          <div key={index} class="map-entry">
            <SchemaForm
              schema={asSchema(schema.items)}
              value={row}
              onChange={(inner, next) =>
                set(rows.map((each, at) => (at === index ? (withMember(each, inner, next) ?? {}) : each)))
              }
            />
            <Button
              kind="quiet"
              icon="close"
              label={t('Remove {name}', { name: `${nameOf(name)} ${index + 1}` })}
              onClick={() => set(rows.filter((_row, at) => at !== index))}
            />
          </div>
        ))}
        <div class="row">
          <Button icon="plus" onClick={() => set([...rows, {}])}>
            {t('Add')}
          </Button>
        </div>
      </div>
    </details>
  );
}
