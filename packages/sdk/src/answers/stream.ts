import type { Readable } from 'node:stream';

import { checkHead, HEADER_VALUE, type AnswerHead } from './reply.js';

const STREAM = Symbol.for('ticketgate.stream');
/** Headers that prevent browsers from treating a streamed file as a page of this server. */
const RESERVED = ['content-disposition', 'content-security-policy', 'x-content-type-options'];
const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/;

export interface StreamOptions extends AnswerHead {
  /** For example `application/pdf`. */
  readonly contentType: string;
  /** The file name for browsers. */
  readonly filename?: string;
  /** Number of bytes, if known. A stream of any other length is cut off. */
  readonly length?: number;
}

/** A stream of bytes; created by {@link stream}. */
export interface StreamedAnswer extends StreamOptions {
  readonly [STREAM]: true;
  readonly readable: Readable;
}

/**
 * Answers a stream of bytes as a download, without mapping, envelope or debug log. The stream is destroyed if the client disconnects.
 * For part of a file, set `status: 206` and the header `Content-Range`.
 *
 * @throws TypeError for invalid options, after destroying the stream
 * @example
 * return stream(createReadStream(path), { contentType: 'application/pdf', filename: 'Invoice.pdf', length: size });
 */
export function stream(readable: Readable, options: StreamOptions): StreamedAnswer {
  try {
    checkOptions(options);
  } catch (error) {
    readable.destroy();
    throw error;
  }
  return Object.freeze({ ...options, [STREAM]: true as const, readable });
}

export function isStreamedAnswer(value: unknown): value is StreamedAnswer {
  return typeof value === 'object' && value !== null && STREAM in value;
}

function checkOptions({ contentType, length, ...head }: StreamOptions): void {
  checkHead(head, RESERVED);
  if (!MEDIA_TYPE.test(contentType) || !HEADER_VALUE.test(contentType)) {
    throw new TypeError(`contentType is ${JSON.stringify(contentType)}; write one such as "application/pdf".`);
  }
  if (length !== undefined && !(Number.isSafeInteger(length) && length >= 0)) {
    throw new TypeError(`length is ${String(length)}; write the number of bytes, or leave it out.`);
  }
}
