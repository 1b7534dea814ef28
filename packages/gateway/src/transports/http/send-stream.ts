import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { types } from 'node:util';
import type { Data, StreamedAnswer } from '@ticketgate/sdk';

import type { Coding } from './compression/apply-coding.js';
import { createCompressor } from './compression/send-compressed.js';

/** The outcome of a stream. */
export interface StreamEnd {
  /** Uncompressed bytes handed to the connection. */
  readonly bytes: number;
  /** Why it was not sent completely, if so. */
  readonly failure: Error | undefined;
}

/**
 * Sends a stream as fast as the client reads it, compressed if a coding is given. When the client disconnects or the stream fails, both
 * are destroyed, so that a client does not mistake a part for the whole.
 */
export async function sendStream(
  { readable, length }: StreamedAnswer,
  response: ServerResponse,
  coding?: Coding,
): Promise<StreamEnd> {
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<unknown>) {
    for await (const chunk of chunks) {
      const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array); // what HTTP can send
      bytes += part.byteLength;
      if (length !== undefined && bytes > length) throw wrongLength(length, 'more');
      yield part;
    }
    if (length !== undefined && bytes < length) throw wrongLength(length, 'less');
  };
  try {
    if (coding === undefined) await pipeline(readable, counted, response);
    // Without a length, the content is produced while it is sent, and its parts must not be delayed.
    else await pipeline(readable, counted, createCompressor(coding, { isPrompt: length === undefined }), response);
    return { bytes, failure: undefined };
  } catch (cause) {
    return { bytes, failure: types.isNativeError(cause) ? cause : new Error(String(cause)) };
  }
}

/** Whether the client disconnected. */
export function hasClientLeft({ failure }: StreamEnd): boolean {
  return failure !== undefined && 'code' in failure && failure.code === 'ERR_STREAM_PREMATURE_CLOSE';
}

/** Describes a stream for the debug log. */
export function describeStream({ contentType, filename = 'none' }: StreamedAnswer, end: StreamEnd): Data {
  return { ContentType: contentType, Filename: filename, BytesSent: end.bytes, IsWhole: end.failure === undefined };
}

function wrongLength(length: number, what: 'more' | 'less'): Error {
  return new Error(`The stream has ${what} than the ${length} bytes that the operation announced.`);
}
