import type { ComponentChildren } from 'preact';
import { useContext, useLayoutEffect, useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { Button } from './button.js';
import { KeyName, TextField } from './field.js';
import { FormWords, PlainMember, type MemberProps } from './schema-members.js';
import { asSchema, chooseField, schemaAt, schemaFor, getAt, type Kind, type Path, type Schema } from './schema.js';

export interface SchemaFormProps {
  readonly schema: Schema;
  readonly value: unknown;
  /** Undefined takes a member away. */
  readonly onChange: (path: Path, value: unknown) => void;
  readonly path?: Path;
  /** Members that are shown elsewhere. */
  readonly without?: readonly string[];
}

/** A form of an object, as its JSON Schema has it: members in its order, each with what it means. */
export function SchemaForm({ schema, value, onChange, path = [], without = [] }: SchemaFormProps) {
  const values = asSchema(value);
  const { properties, required } = schemaFor(schema, values);
  const members = Object.entries(asSchema(properties)).filter(
    ([name, inner]) => !without.includes(name) && asSchema(inner).deprecated !== true,
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
          isRequired={Array.isArray(required) && required.includes(name)}
          onChange={onChange}
        />
      ))}
    </div>
  );
}

interface PickedMembersProps extends Pick<SchemaFormProps, 'schema' | 'value' | 'onChange'> {
  readonly paths: readonly Path[];
}

/** Some members of a whole, without those around them. */
export function PickedMembers({ schema, value, paths, onChange }: PickedMembersProps) {
  return (
    <div class="form">
      {paths.map((path) => {
        const found = { schema: schemaAt(schema, value, path), value: getAt(value, path), path, onChange };
        const isThere = Object.keys(found.schema).length > 0;
        return isThere && <Member key={path.join('/')} name={String(path.at(-1))} {...found} isRequired={false} />;
      })}
    </div>
  );
}

const GROUPS: Partial<Readonly<Record<Kind, typeof Group>>> = { object: Group, rows: Rows, map: MapGroup };

function Member(props: MemberProps) {
  const kind = chooseField(props.schema, props.value);
  const Shown = GROUPS[kind];
  return (
    <div class="member" data-path={JSON.stringify(props.path)}>
      {Shown === undefined ? <PlainMember {...props} kind={kind} /> : <Shown {...props} />}
    </div>
  );
}

interface FoldProps {
  readonly of: MemberProps;
  /** Entries that it has; undefined if it has members. */
  readonly count?: number;
  /** At first; then the user decides. */
  readonly isOpen: boolean;
  /** Rendered while it is open. */
  readonly children: () => ComponentChildren;
}

function Fold({ of: { name, schema, path }, count = 0, isOpen: isOpenFirst, children }: FoldProps) {
  const { sayName, sayHint, hasKeys, isUnfolded, place = [] } = useContext(FormWords);
  const [isOpen, setOpen] = useState(isOpenFirst || isUnfolded);
  const isAround = place.length > path.length && path.every((part, index) => part === place[index]);
  useLayoutEffect(() => setOpen((was) => was || isAround), [isAround]);
  const label = sayName(name, schema);
  return (
    <details class="form-fold" data-member={name} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        {hasKeys === true && label !== name && <KeyName of={name} />} {count > 0 && <span class="faint">{count}</span>}
      </summary>
      {isOpen && <p class="hint">{sayHint(name, schema)}</p>}
      {isOpen && <div class="form-group">{children()}</div>}
    </details>
  );
}

/** Levels that are open at first. */
const DEEPEST_OPEN = 3;

/** An object within an object, folded unless it is near the top or was just added. */
function Group(props: MemberProps) {
  const { schema, value, path, onChange } = props;
  const isNew = value !== undefined && Object.keys(asSchema(value)).length === 0;
  return (
    <Fold of={props} isOpen={isNew || (value !== undefined && path.length < DEEPEST_OPEN)}>
      {() => <SchemaForm schema={schema} value={value} path={path} onChange={onChange} />}
    </Fold>
  );
}

/** Entries that are shown at once; more take a while. */
const MOST_OPEN = 50;

/** Entries by names that the user chooses. */
function MapGroup(props: MemberProps) {
  const { name, schema, value, path, onChange } = props;
  const { sayName } = useContext(FormWords);
  const [added, setAdded] = useState('');
  const entry = asSchema(schema.additionalProperties);
  const add = () => {
    onChange([...path, added], chooseField(entry, undefined) === 'object' ? {} : '');
    setAdded('');
  };
  const entries = Object.entries(asSchema(value));
  const isShort = entries.length > 0 && entries.length <= MOST_OPEN;
  return (
    <Fold of={props} count={entries.length} isOpen={path.length < DEEPEST_OPEN && isShort}>
      {() => (
        <>
          {entries.map(([each, inner]) => (
            <Entry key={each} name={each} onRemove={() => onChange([...path, each], undefined)}>
              <Member {...props} name={each} schema={entry} value={inner} path={[...path, each]} isRequired={false} />
            </Entry>
          ))}
          <div class="row end">
            <div class="grow">
              <TextField
                label={t('Name of a new entry of {name}', { name: sayName(name, schema) })}
                value={added}
                onChange={setAdded}
              />
            </div>
            <Button icon="plus" disabled={added === ''} onClick={add} text={t('Add')} />
          </div>
        </>
      )}
    </Fold>
  );
}

function Rows(props: MemberProps) {
  const { name, schema, value, path, onChange } = props;
  const { sayName } = useContext(FormWords);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [];
  const add = () => (rows.length === 0 ? onChange(path, [{}]) : onChange([...path, rows.length], {}));
  const remove = (index: number) => onChange(rows.length === 1 ? path : [...path, index], undefined);
  return (
    <Fold of={props} count={rows.length} isOpen={rows.length > 0}>
      {() => (
        <>
          {rows.map((row, index) => (
            <Entry key={index} name={`${sayName(name, schema)} ${index + 1}`} onRemove={() => remove(index)}>
              <SchemaForm schema={asSchema(schema.items)} value={row} path={[...path, index]} onChange={onChange} />
            </Entry>
          ))}
          <div class="row">
            <Button icon="plus" onClick={add} text={t('Add')} />
          </div>
        </>
      )}
    </Fold>
  );
}

interface EntryProps {
  readonly name: string;
  /** Undefined: it stays. */
  readonly onRemove: (() => void) | undefined;
  readonly children: ComponentChildren;
}

export function Entry({ name, onRemove, children }: EntryProps) {
  return (
    <div class="map-entry">
      {children}
      {onRemove && <Button kind="quiet" icon="close" label={t('Remove {name}', { name })} onClick={onRemove} />}
    </div>
  );
}
