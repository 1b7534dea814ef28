import type { Data } from '@ticketgate/sdk';

/** The members that were asked for; undefined for all. */
export function pickMembers(data: Data, names: ReadonlySet<string> | undefined): Data {
  if (names === undefined) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => names.has(name)));
}

export function omitMembers(data: Data, names: readonly string[]): Data {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));
}
