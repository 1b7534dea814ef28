import { type Data, isData, textOf } from '@ticketgate/sdk';

/** The value if it is a map with at least one entry. */
export function nonEmptyMap(value: unknown): Data | undefined {
  return isData(value) && Object.keys(value).length > 0 ? value : undefined;
}

/** The member `key` of a map; undefined when there is no map. */
export function member(value: unknown, key: string): unknown {
  return isData(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** A map of texts; empty when the value is not a map. */
export function textRecord(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(isData(value) ? value : {});
  return Object.freeze(Object.fromEntries(entries.map(([key, text]) => [key, textOf(text)])));
}
