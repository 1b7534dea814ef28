import { isData, isTrue, type Data } from '@ticketgate/sdk';

export { textOf } from '@ticketgate/sdk';

/** The values that count as "not given" in the family: undefined, null, false, `''`, `0` and `'0'`. */
export function isFalsy(value: unknown): boolean {
  return !isTrue(value);
}

/** A text or a number: what the family calls a string, unlike booleans, lists and objects. */
export function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** A text or number that is not `''`. */
export function isTextWithData(value: unknown): value is string | number {
  return isText(value) && value !== '';
}

/** An object with at least one member. */
export function isObjectWithData(value: unknown): value is Data {
  return isData(value) && Object.keys(value).length > 0;
}

/** The objects of a list; what is not a list has none. */
export function objectsIn(value: unknown): readonly Data[] {
  return Array.isArray(value) ? value.filter(isData) : [];
}

/** A list or an object where a text belongs: its text would be lost. */
export function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** A copy whose text members are trimmed and without NUL. Nested values are unchanged. */
export function trimMembers(data: Data): Record<string, unknown> {
  const trimmed: Record<string, unknown> = { ...data };
  for (const name of Object.keys(trimmed)) {
    const value = trimmed[name];
    if (typeof value === 'string') trimmed[name] = withoutNul(value).trim();
  }
  return trimmed;
}

/** PostgreSQL cannot store NUL. */
export function withoutNul(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** At most `length` characters; by characters, not by code units, so that no surrogate pair is split. */
export function cutText(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join('');
}
