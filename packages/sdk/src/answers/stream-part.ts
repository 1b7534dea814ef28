import type { Readable } from 'node:stream';

import { operationError } from '../errors.js';
import type { OperationContext, RequestHeader } from '../operation.js';
import { readByteRange, type ByteRange } from './byte-range.js';
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
