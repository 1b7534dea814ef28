import { type Data, isData, toText } from '@ticketgate/sdk';

/** The value if it is a map with at least one entry. */
export function nonEmptyMap(value: unknown): Data | undefined {
  return isData(value) && Object.keys(value).length > 0 ? value : undefined;
}

/** The member `key` of a map; undefined if the value is not a map. */
export function member(value: unknown, key: string): unknown {
  return isData(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The value at a path of keys; undefined if a map on the way is missing. */
export function partAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((part, key) => member(part, String(key)), value);
}

/** A map of texts; empty if the value is not a map. */
export function textRecord(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(isData(value) ? value : {});
  return Object.freeze(Object.fromEntries(entries.map(([key, text]) => [key, toText(text)])));
}
