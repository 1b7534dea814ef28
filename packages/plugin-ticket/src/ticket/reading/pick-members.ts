import type { Data } from '@ticketgate/sdk';

/** Picks members by name; undefined picks all. */
export function pickMembers(data: Data, names: ReadonlySet<string> | undefined): Data {
  if (names === undefined) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => names.has(name)));
}
