import { createContext, type ComponentChildren } from 'preact';
import { useContext, useState } from 'preact/hooks';

import { serverHelp, serverText, t } from '../app/language.js';
import { Button } from './button.js';
import { AreaField, CheckField, TextField } from './field.js';
import { ReferenceField, ReferencesField } from './reference-field.js';
import { asSchema, kindOf, schemaFor, type Schema } from './schema-kinds.js';
import { ChoiceMember, JsonMember, placeholderOf, WordsMember, wordOf } from './schema-members.js';
import type { Path } from './with-member.js';

interface Words {
  readonly nameOf: (name: string) => string;
  readonly hintOf: (name: string, schema: Schema) => string | undefined;
  /** Whether groups are open although nothing is filled in. */
  readonly isUnfolded: boolean;
}

/** What forms call members, and how they explain them. */
export const FormWords = createContext<Words>({
  nameOf: (name) => name,
  hintOf: (_name, { description }) => (typeof description === 'string' ? serverHelp(description) : undefined),
  isUnfolded: false,
});

/** What is wrong with members, by their paths with `/` between the parts. */
export const FormMistakes = createContext<Readonly<Record<string, string>>>({});

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
  const mistake = useContext(FormMistakes)[path.join('/')];
  const labelled = {
    label: isRequired ? `${nameOf(name)} *` : nameOf(name),
    hint: hintOf(name, schema),
    error: mistake === undefined ? undefined : serverText(mistake).replace(name, nameOf(name)),
  };
  const kind = kindOf(schema, value);
  if (kind === 'object') return <Group {...props} />;
  if (kind === 'rows') return <Rows {...props} />;
  if (kind === 'map') return <MapGroup {...props} />;
  if (kind === 'flag') return <CheckField {...labelled} checked={value === true} onChange={set} />;
  if (kind === 'choice') return <ChoiceMember {...labelled} schema={schema} value={value} onSet={set} />;
  if (kind === 'reference')
    return <ReferenceField {...labelled} value={wordOf(value)} onChange={setWord} kind={String(schema['x-kind'])} />;
  if (kind === 'references')
    return (
      <ReferencesField {...labelled} value={value} onChange={set} kind={String(asSchema(schema.items)['x-kind'])} />
    );
  if (kind === 'words') return <WordsMember {...labelled} value={value} onSet={set} />;
  if (kind === 'json') return <JsonMember {...labelled} value={value} onSet={set} />;
  if (kind === 'lines') {
    return <AreaField {...labelled} value={wordOf(value)} rows={12} isCode onChange={setWord} />;
  }
  const isNumber = kind === 'number';
  const change = (text: string) => {
    if (text === '' && !isRequired) set(undefined);
    else set(isNumber && text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text);
  };
  return (
    <TextField
      {...labelled}
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

interface FoldProps extends Pick<MemberProps, 'name' | 'schema'> {
  /** Entries that it has; undefined where it has members. */
  readonly count?: number;
  /** At first; then whoever fills it in decides. */
  readonly isOpen: boolean;
  /** Rendered while it is open. */
  readonly children: () => ComponentChildren;
}

/** Members within a member. */
function Fold({ name, schema, count, isOpen: isOpenFirst, children }: FoldProps) {
  const { nameOf, hintOf } = useContext(FormWords);
  const [isOpen, setOpen] = useState(isOpenFirst);
  return (
    <details class="form-fold" data-member={name} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {nameOf(name)} {count !== undefined && count > 0 && <span class="faint">{count}</span>}
      </summary>
      {isOpen && <p class="hint">{hintOf(name, schema)}</p>}
      {isOpen && <div class="form-group">{children()}</div>}
    </details>
  );
}

/** An object within an object, folded unless it is near the top or was just added. */
function Group({ name, schema, value, path, onChange }: MemberProps) {
  const { isUnfolded } = useContext(FormWords);
  const isNew = value !== undefined && Object.keys(asSchema(value)).length === 0;
  return (
    <Fold name={name} schema={schema} isOpen={isUnfolded || isNew || (value !== undefined && path.length < 3)}>
      {() => <SchemaForm schema={schema} value={value} path={path} onChange={onChange} />}
    </Fold>
  );
}

/** Entries that are shown at once; more take a while. */
const MOST_OPEN = 50;

/** Entries by names that whoever fills it in chooses. */
function MapGroup({ name, schema, value, path, onChange }: MemberProps) {
  const { nameOf, isUnfolded } = useContext(FormWords);
  const [added, setAdded] = useState('');
  const entry = asSchema(schema.additionalProperties);
  const isPlain = kindOf(entry, undefined) !== 'object';
  const add = () => {
    onChange([...path, added], isPlain ? '' : {});
    setAdded('');
  };
  const entries = Object.entries(asSchema(value));
  return (
    <Fold
      name={name}
      schema={schema}
      count={entries.length}
      isOpen={isUnfolded || (entries.length > 0 && entries.length <= MOST_OPEN)}
    >
      {() => (
        <>
          {entries.map(([each, inner]) => (
            <Entry key={each} name={each} onRemove={() => onChange([...path, each], undefined)}>
              <Member
                name={each}
                schema={entry}
                value={inner}
                path={[...path, each]}
                isRequired={false}
                onChange={onChange}
              />
            </Entry>
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
        </>
      )}
    </Fold>
  );
}

/** A list of objects, each with a form. */
function Rows({ name, schema, value, path, onChange }: MemberProps) {
  const { nameOf } = useContext(FormWords);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const remove = (index: number) => onChange(rows.length === 1 ? path : [...path, index], undefined);
  return (
    <Fold name={name} schema={schema} count={rows.length} isOpen={rows.length > 0}>
      {() => (
        <>
          {rows.map((row, index) => (
            <Entry key={index} name={`${nameOf(name)} ${index + 1}`} onRemove={() => remove(index)}>
              <SchemaForm schema={asSchema(schema.items)} value={row} path={[...path, index]} onChange={onChange} />
            </Entry>
          ))}
          <div class="row">
            <Button
              icon="plus"
              onClick={() => onChange(rows.length === 0 ? path : [...path, rows.length], rows.length === 0 ? [{}] : {})}
            >
              {t('Add')}
            </Button>
          </div>
        </>
      )}
    </Fold>
  );
}

interface EntryProps {
  readonly name: string;
  readonly onRemove: () => void;
  readonly children: ComponentChildren;
}

function Entry({ name, onRemove, children }: EntryProps) {
  return (
    <div class="map-entry">
      {children}
      <Button kind="quiet" icon="close" label={t('Remove {name}', { name })} onClick={onRemove} />
    </div>
  );
}
