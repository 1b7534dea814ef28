import { Readable } from 'node:stream';
import type { ByteRange } from '@ticketgate/sdk';

/** Characters that are decoded at a time, a multiple of four, so that long texts do not block other requests. */
const STEP = 4 * 65_536;

/** The number of bytes in Base64 without line breaks. */
export function lengthOf(base64: string): number {
  return Buffer.byteLength(base64, 'base64');
}

/** Streams the bytes of a range. */
export function bytesOf(base64: string, { start, end }: ByteRange): Readable {
  return Readable.from(decode(base64, { start, end }), { objectMode: false });
}

function* decode(base64: string, { start, end }: ByteRange): Generator<Buffer> {
  let at = Math.floor(start / 3) * 4;
  let from = (at / 4) * 3;
  while (from < end) {
    const bytes = Buffer.from(base64.slice(at, at + STEP), 'base64');
    if (bytes.length === 0) return;
    const part = bytes.subarray(Math.max(0, start - from), end - from);
    if (part.length > 0) yield part;
    at += STEP;
    from += bytes.length;
  }
}
