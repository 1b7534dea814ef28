import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The decompressed stream of a body in gzip. */
export interface Unzipped {
  readonly body: Readable;
  /** Stops decompressing; the rest of the request is read and discarded. */
  stop(): void;
}

/**
 * Decompresses a body while it arrives, with backpressure.
 *
 * @param onBroken called if the bytes are not valid gzip
 * @param first bytes that have arrived already
 */
export function unzip(request: IncomingMessage, onBroken: () => void, first?: Buffer): Unzipped {
  const body = createGunzip();
  body.once('error', onBroken);
  if (first !== undefined) body.write(first);
  request.pipe(body);
  return {
    body,
    stop() {
      request.unpipe(body);
      body.destroy();
      request.resume();
    },
  };
}
