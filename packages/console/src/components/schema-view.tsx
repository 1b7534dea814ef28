import { useState } from 'preact/hooks';

import { t } from '../app/language.js';
import { Badge } from './badge.js';
import { Button } from './button.js';
import { Code } from './code.js';
import { Card } from './page.js';
import { ServerText } from './words.js';
import { asSchema, readBranches, type Schema } from './schema.js';

/** A JSON Schema to be read: its members with their types and what they mean, or as it is. */
export function SchemaView({ title, schema }: { readonly title: string; readonly schema: unknown }) {
  const [isJson, setJson] = useState(false);
  const root = asSchema(schema);
  const hasMembers = Object.keys(readProperties(root)).length > 0;
  return (
    <Card title={title} beside={<Button pressed={isJson} onClick={() => setJson(!isJson)} text={t('JSON Schema')} />}>
      {isJson && <Code text={JSON.stringify(schema, undefined, 2)} label={title} tall />}
      {!isJson && !hasMembers && <p class="quiet">{typeof root.type === 'string' ? root.type : t('Any object.')}</p>}
      {!isJson && hasMembers && <Members schema={root} depth={0} />}
    </Card>
  );
}

interface MembersProps {
  readonly schema: Schema;
  readonly depth: number;
}

/** Members within members are folded. */
function Members({ schema, depth }: MembersProps) {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return (
    <ul class={depth === 0 ? 'members' : 'members inner'}>
      {Object.entries(readProperties(schema)).map(([name, member]) => (
        <li key={name}>
          <Member name={name} schema={asSchema(member)} isRequired={required.includes(name)} depth={depth} />
        </li>
      ))}
    </ul>
  );
}

interface MemberProps extends MembersProps {
  readonly name: string;
  readonly isRequired: boolean;
}

function Member({ name, schema, isRequired, depth }: MemberProps) {
  const inner = findInner(schema);
  const description = typeof schema.description === 'string' ? schema.description : '';
  const notes = listSchemaNotes(schema).join(' ');
  return (
    <>
      <div class="row">
        <code class="member-name">{name}</code>
        <span class="faint break">{nameType(schema)}</span>
        {isRequired && <Badge tone="accent">{t('Required')}</Badge>}
        {schema.secret === true && <Badge tone="warn">{t('Secret')}</Badge>}
      </div>
      {description + notes !== '' && (
        <p class="quiet break">
          <ServerText of={description} /> {notes}
        </p>
      )}
      {inner !== undefined && (
        <details>
          <summary class="plain-summary">{t('Members of {name}', { name })}</summary>
          <Members schema={inner} depth={depth + 1} />
        </details>
      )}
    </>
  );
}

function readProperties(schema: Schema): Schema {
  return asSchema(schema.properties);
}

/** The object that a member is, has in its list, or may be. */
function findInner(schema: Schema): Schema | undefined {
  return [schema, asSchema(schema.items), ...readBranches(schema).flatMap((each) => [each, asSchema(each.items)])].find(
    (each) => Object.keys(readProperties(each)).length > 0,
  );
}

/** For example `integer or list of integer`. */
function nameType(schema: Schema): string {
  const branches = readBranches(schema);
  if (branches.length > 0) return [...new Set(branches.map(nameType))].filter(Boolean).join(` ${t('or')} `);
  const types = [schema.type].flat().filter((each) => typeof each === 'string');
  const names = types.map((type) => {
    if (type !== 'array') return type;
    const items = nameType(asSchema(schema.items));
    return items === '' ? t('list') : t('list of {items}', { items });
  });
  return names.join(` ${t('or')} `);
}

function listSchemaNotes(schema: Schema): readonly string[] {
  const values = Array.isArray(schema.enum) ? schema.enum.map((value) => JSON.stringify(value)).join(', ') : '';
  const usual = schema.default === undefined ? '' : JSON.stringify(schema.default);
  return [
    ...(values === '' ? [] : [t('One of {values}.', { values })]),
    ...(usual === '' ? [] : [t('Default: {value}.', { value: usual })]),
  ];
}
