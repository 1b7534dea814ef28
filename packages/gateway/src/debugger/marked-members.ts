import { isData } from '@ticketgate/sdk';

/** A service may have an operation thousands of times. */
const known = new WeakMap<object, ReadonlySet<string>>();

/** The names of members that a schema marks as `secret`, at any depth. */
export function markedMembers(schema: unknown): ReadonlySet<string> {
  if (!isData(schema)) return new Set();
  let marked = known.get(schema);
  if (marked === undefined) known.set(schema, (marked = new Set(markedIn(schema))));
  return marked;
}

function markedIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(markedIn);
  if (!isData(schema)) return [];
  const members = Object.entries(isData(schema.properties) ? schema.properties : {});
  const marked = members.flatMap(([name, member]) => (isData(member) && member.secret === true ? [name] : []));
  return [...marked, ...Object.values(schema).flatMap(markedIn)];
}
