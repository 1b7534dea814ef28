/** Bytes of a whole, from 0; `end` is the first one after them. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const RANGE = /^bytes=(\d*)-(\d*)$/;

/**
 * The bytes that a `Range` header asks for (RFC 9110, section 14). What is no single range of bytes counts as no range.
 *
 * @returns undefined for the whole, `unsatisfiable` when nothing of it is there
 */
export function readByteRange(header: string | undefined, length: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = RANGE.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return nonEmpty(Math.max(0, length - Number(last)), length);
  if (last !== '' && Number(last) < Number(first)) return undefined;
  return nonEmpty(Number(first), last === '' ? length : Math.min(length, Number(last) + 1));
}

function nonEmpty(start: number, end: number): ByteRange | 'unsatisfiable' {
  return start < end ? { start, end } : 'unsatisfiable';
}
