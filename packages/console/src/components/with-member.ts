import { asSchema } from './schema-kinds.js';

/** Names of members and numbers of entries, from the outside in. */
export type Path = readonly (string | number)[];

/** The value at a path of members; undefined where there is none. */
export function valueAt(whole: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => asSchema(value)[name], whole);
}

/** A value with another one at a path in it; undefined takes a member away, and maps that are empty then. */
export function withMember(whole: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(whole)) return withEntry(whole, path, value);
  const { [name]: old, ...others } = asSchema(whole);
  const next = withMember(old, rest, value);
  if (next !== undefined) return { ...others, [name]: next };
  return Object.keys(others).length === 0 ? undefined : others;
}

/** An entry stays, though empty, until it is taken away itself; the number behind the last one adds one. */
function withEntry(list: readonly unknown[], [index, ...rest]: Path, value: unknown): readonly unknown[] {
  if (rest.length === 0 && value === undefined) return list.filter((_entry, at) => at !== index);
  const entries = Number(index) < list.length ? list : [...list, undefined];
  return entries.map((entry, at) => (at === index ? (withMember(entry, rest, value) ?? {}) : entry));
}
