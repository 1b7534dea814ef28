import { isData, isTrue, type Data } from '@ticketgate/sdk';

export { toText } from '@ticketgate/sdk';

/** Whether the family treats a value as missing: undefined, null, false, `''`, `0` and `'0'`. */
export function isFalsy(value: unknown): boolean {
  return !isTrue(value);
}

/** Whether a value is a text or a number, which are strings in the family. */
export function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Whether a value is a number or a non-empty text. */
export function isTextWithData(value: unknown): value is string | number {
  return isText(value) && value !== '';
}

/** Whether a value is an object with at least one member. */
export function isObjectWithData(value: unknown): value is Data {
  return isData(value) && Object.keys(value).length > 0;
}

/** Whether a value is a list or an object, which has no text. */
export function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** A copy whose text members are trimmed, up to a NUL. Nested values are unchanged. */
export function trimMembers(data: Data): Record<string, unknown> {
  const trimmed: Record<string, unknown> = { ...data };
  for (const name of Object.keys(trimmed)) {
    const value = trimmed[name];
    if (typeof value === 'string') trimmed[name] = untilNul(value).trim();
  }
  return trimmed;
}

/** PostgreSQL cannot store NUL. In the family a text ends there. */
export function untilNul(text: string): string {
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

/** Cuts a text to `length` characters, without splitting surrogate pairs. */
export function limitText(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join('');
}
