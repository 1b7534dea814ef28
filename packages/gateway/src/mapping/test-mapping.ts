import type { Data } from '@ticketgate/sdk';

/** The family's mapping for tests: changes the case of top-level texts, or empties them. */
export function testMapping(data: Data, option: string): Data {
  const change = CHANGES[option];
  if (change === undefined) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
}

const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  ToUpper: (text) => text.toUpperCase(),
  ToLower: (text) => text.toLowerCase(),
  Empty: () => '',
};
