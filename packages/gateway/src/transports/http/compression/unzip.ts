import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A body that comes in gzip: what comes out of it, and how to stop. */
export interface Unzipped {
  readonly body: Readable;
  /** The rest of the request is read and discarded. */
  stop(): void;
}

/**
 * Unzips a body while it comes, never further ahead than `body` is read.
 *
 * @param onBroken called when the bytes are not gzip, or end too early
 */
export function unzip(request: IncomingMessage, onBroken: () => void): Unzipped {
  const body = createGunzip();
  body.once('error', onBroken);
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
