import { asSchema } from './schema-kinds.js';

/** A value with another one at a path in it; undefined takes a member away, and maps that are empty then. */
export function withMember(whole: unknown, [name, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (name === undefined) return value;
  const { [name]: old, ...others } = asSchema(whole);
  const next = withMember(old, rest, value);
  if (next !== undefined) return { ...others, [name]: next };
  return Object.keys(others).length === 0 ? undefined : others;
}
