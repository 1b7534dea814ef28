import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/** Bytes up to which compression is not worth it. */
const SMALL = 1000;
/** Bytes that a connection is given at a time. */
const PIECE = 65_536;

const compress = promisify(gzip);

/** A body of many answers: it is in memory once for all of them, and compressed once. */
export class SharedBody {
  readonly bytes: Buffer;
  /** The HTTP entity tag, which changes with the content. */
  readonly etag: string;
  #compressed: Promise<Buffer> | undefined;

  constructor(content: string | Buffer) {
    this.bytes = Buffer.from(content);
    this.etag = `"${createHash('sha256').update(this.bytes).digest('base64url').slice(0, 27)}"`;
  }

  /** Sends it with the headers that the answer already has, unless the client has it. */
  async send(request: Request, response: Response): Promise<void> {
    response.vary('Accept-Encoding').set('ETag', this.etag);
    // Express would also look at Cache-Control, which some clients send along on their own.
    const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
    if (known.includes(this.etag)) {
      response.status(304).end();
      return;
    }
    const isCompressed = this.bytes.length > SMALL && request.acceptsEncodings('gzip') !== false;
    const bytes = isCompressed ? await (this.#compressed ??= compress(this.bytes)) : this.bytes;
    if (isCompressed) response.set('Content-Encoding', 'gzip');
    response.set('Content-Length', String(bytes.length));
    if (request.method === 'HEAD') response.end();
    else sendBytes(response, bytes);
  }
}

/** Sends large bodies as fast as the client reads them: with TLS, the bytes given to a connection are in memory twice. */
export function sendBytes(response: Response, bytes: Buffer): void {
  if (bytes.length <= PIECE) response.end(bytes);
  // The client may disconnect before the end.
  else pipeline(Readable.from(cutPieces(bytes)), response).catch(() => undefined);
}

function* cutPieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}
