import type { Readable } from 'node:stream';

import { operationError } from '../errors.js';
import type { OperationContext, RequestHeader } from '../operation.js';
import { stream, type StreamedAnswer, type StreamOptions } from './stream.js';

/** The headers of an operation whose clients may request parts of the answer. */
export const RANGE_HEADERS: Readonly<Record<'Range' | 'If-Range', RequestHeader>> = {
  Range: { description: 'The requested bytes, for example bytes=1000- to continue a download.' },
  'If-Range': { description: 'The ETag of the first part; if it has changed, everything is sent.' },
};

/** Bytes that can be read from any position. */
export interface SeekableBytes extends Omit<StreamOptions, 'status' | 'headers'> {
  /** The noun in sentences, for example `The attachment`. */
  readonly name: string;
  readonly length: number;
  /** The `ETag`, which changes with the bytes. */
  readonly tag: string;
  readonly read: (range: ByteRange) => Readable;
}

/**
 * Answers bytes or the requested part of them (RFC 9110, section 14), so that clients can resume a download. The operation declares
 * {@link RANGE_HEADERS} and the error `<Operation>.RangeNotSatisfiable`.
 *
 * @param operation its name without the group
 * @throws OperationError `<Operation>.RangeNotSatisfiable` if none of the requested bytes exists
 * @example
 * const read = ({ start, end }: ByteRange) => createReadStream(path, { start, end: end - 1 });
 * return streamPart({ name: 'The invoice', tag: `"${version}"`, length: size, contentType: 'application/pdf', read }, 'InvoiceGet', context);
 */
export function streamPart(
  { name, tag, read, ...options }: SeekableBytes,
  operation: string,
  { headers }: Pick<OperationContext, 'headers'>,
): StreamedAnswer {
  const { length } = options;
  const condition = headers['If-Range'];
  const isUnchanged = condition === undefined || condition.trim() === tag;
  const range = isUnchanged ? readByteRange(headers.Range, length) : undefined;
  if (range === 'unsatisfiable') {
    const sentence = `${name} has ${length} bytes, and Range is ${headers.Range ?? ''}.`;
    throw operationError(operation, 'RangeNotSatisfiable', sentence);
  }
  const { start, end } = range ?? { start: 0, end: length };
  return stream(read({ start, end }), {
    ...options,
    length: end - start,
    status: range === undefined ? 200 : 206,
    headers: {
      ETag: tag,
      'Accept-Ranges': 'bytes',
      ...(range === undefined ? {} : { 'Content-Range': `bytes ${start}-${end - 1}/${length}` }),
    },
  });
}

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
  if (suffix !== undefined) return toRange(Math.max(0, length - Number(suffix)), length);
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(text) ?? [];
  if (first === undefined) return undefined;
  const end = last === '' ? Infinity : Number(last) + 1;
  return end <= Number(first) ? undefined : toRange(Number(first), Math.min(length, end));
}

function toRange(start: number, end: number): ByteRange | 'unsatisfiable' {
  return start < end ? { start, end } : 'unsatisfiable';
}
