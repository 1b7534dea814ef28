import { randomUUID } from 'node:crypto';

/** Encoded text; a large one is a list of pieces, so that it is never in memory twice. */
export type EncodedText = string | readonly string[];

const LINE_SEPARATORS = /[\u2028\u2029]/g;
/** Characters above which a text is sent separately, and of the pieces in which it is sent. */
const LARGE = 1_000_000;
/** Text without characters that JSON escapes, such as Base64, which may be cut anywhere. */
const VERBATIM = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Encodes JSON like the family: UTF-8, with only JavaScript's two line separators escaped; undefined is `null`. */
export function encodeJson(value: unknown): EncodedText {
  return hasLargeText(value) ? encodeLarge(value) : escapeSeparators(JSON.stringify(value ?? null));
}

function escapeSeparators(text: string): string {
  return text.includes('\u2028') || text.includes('\u2029')
    ? text.replace(LINE_SEPARATORS, (separator) => (separator === '\u2028' ? '\\u2028' : '\\u2029'))
    : text;
}

function hasLargeText(value: unknown): boolean {
  if (typeof value === 'string') return value.length >= LARGE;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasLargeText);
  // Iterates without allocating a list for each object. Inherited members are included, but small. A cast: it is an object here.
  const members = value as Readonly<Record<string, unknown>>;
  for (const name in members) if (hasLargeText(members[name])) return true;
  return false;
}

/** Replaces large texts with placeholders, which are filled in afterwards. */
function encodeLarge(value: unknown): readonly string[] {
  const mark = randomUUID();
  const large: string[] = [];
  const text = JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== 'string' || inner.length < LARGE || !VERBATIM.test(inner)) return inner;
    large.push(inner);
    return mark;
  });
  return text.split(mark).flatMap((part, index) => [escapeSeparators(part), ...cut(large[index] ?? '')]);
}

function cut(text: string): readonly string[] {
  const count = Math.ceil(text.length / LARGE);
  return Array.from({ length: count }, (_, index) => text.slice(index * LARGE, (index + 1) * LARGE));
}
