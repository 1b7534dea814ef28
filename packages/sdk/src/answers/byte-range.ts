/** Bytes of a whole, from 0; `end` is the first one after them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The bytes that a `Range` header asks for (RFC 9110, section 14). Anything but a single range of bytes is ignored.
 *
 * @returns undefined for the whole, `unsatisfiable` when nothing of it is there
 */
export function readByteRange(header: string | undefined, length: number): ByteRange | 'unsatisfiable' | undefined {
  const text = (header ?? '').trim();
  const [, suffix] = /^bytes=-(\d+)$/.exec(text) ?? [];
  if (suffix !== undefined) return nonEmpty(Math.max(0, length - Number(suffix)), length);
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const end = last === '' ? Infinity : Number(last) + 1;
  return end <= Number(first) ? undefined : nonEmpty(Number(first), Math.min(length, end));
}

function nonEmpty(start: number, end: number): ByteRange | 'unsatisfiable' {
  return start < end ? { start, end } : 'unsatisfiable';
}
