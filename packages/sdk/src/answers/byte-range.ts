/** A range of bytes from `start`, counted from 0, up to but not including `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` header (RFC 9110, section 14). Everything but a single range of bytes is ignored.
 *
 * @returns undefined for all bytes, `unsatisfiable` for a range without any existing byte
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
