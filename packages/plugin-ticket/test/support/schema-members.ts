import { isData, type Data, type JsonSchema } from '@ticketgate/sdk';

/** A member that a schema names: where it is, and a request in which it has a value. */
export interface SchemaMember {
  /** For example `Article->Subject`. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly put: (value: unknown) => Data;
}

/** All members of an input, at any depth, but for credentials; `base` is a request that is fine. */
export function membersOf(schema: JsonSchema, base: Data): readonly SchemaMember[] {
  return walk(schema, '', (value) => (isData(value) ? merged(base, value) : base));
}

const CREDENTIALS = new Set(['SessionID', 'UserLogin', 'Password']);

type Put = (value: unknown) => Data;

function walk(schema: JsonSchema, path: string, put: Put): readonly SchemaMember[] {
  return alternatives(schema).flatMap((each) => {
    const members = { ...asData(each.properties), ...namesOf(each.patternProperties) };
    return Object.entries(members).flatMap(([name, inner]) => {
      if (CREDENTIALS.has(name) || !isData(inner)) return [];
      const here = path === '' ? name : `${path}->${name}`;
      const putInner: Put = (value) => put({ [name]: value });
      return [{ path: here, schema: inner, put: putInner }, ...walk(inner, here, putInner)];
    });
  });
}

function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const inner = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return [schema, ...inner.filter(isData).flatMap(alternatives)];
}

/** A name that fits each pattern. */
function namesOf(patterns: unknown): Data {
  return Object.fromEntries(Object.values(asData(patterns)).map((schema) => ['DynamicField_ExternalRef', schema]));
}

function asData(value: unknown): Data {
  return isData(value) ? value : {};
}

/** A request with changes: objects member by member, everything else is replaced. */
export function merged(base: Data, changes: Data): Data {
  const parts = Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      const before = base[name];
      return [name, isData(before) && isData(value) ? merged(before, value) : value];
    }),
  );
  return { ...base, ...parts };
}
