import type { Data } from '@ticketgate/sdk';

import { isText, isTextWithData, withoutNul } from '../../request/family-values.js';

/** A parameter with one text, trimmed; lists and empty texts count as absent. */
export function readText(input: Data, name: string): string | undefined {
  const value = input[name];
  const text = isTextWithData(value) ? clean(value) : '';
  return text === '' ? undefined : text;
}

/** A parameter that may be a list: undefined when it is absent, empty or an object. Members that are not texts become `null`. */
export function readList(input: Data, name: string): readonly (string | null)[] | undefined {
  const value: unknown = input[name];
  if (isTextWithData(value)) return [clean(value)];
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const members: readonly unknown[] = value;
  return members.map((member) => (isText(member) ? clean(member) : null));
}

/** Ids as text; `invalid` if one of them is not an integer of up to 16 digits. */
export function readIDs(input: Data, name: string): readonly string[] | 'invalid' | undefined {
  const members = readList(input, name);
  if (members === undefined) return undefined;
  const ids = members.filter((member) => member !== null && /^[+-]?\d{1,16}$/.test(member));
  return ids.length === members.length ? ids.filter((id) => id !== null) : 'invalid';
}

/** One to three wildcards and nothing else: such a value restricts nothing. */
export function matchesAnything(value: string): boolean {
  return /^[*%]{1,3}$/.test(value);
}

function clean(value: string | number): string {
  return withoutNul(String(value)).trim();
}
