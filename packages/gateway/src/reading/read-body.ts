import type { IncomingMessage } from 'node:http';

import { Failure, PLAIN, transportFailure } from '../failure.js';

export interface BodyLimits {
  /** Bytes that the definition allows; undefined for no limit of its own. */
  readonly maxLength: number | undefined;
  /** Bytes that the server allows at all. */
  readonly serverLimit: number;
}

const EMPTY = Buffer.alloc(0);

/**
 * Reads a body to its end, but never keeps more than the limit of it in memory.
 *
 * @throws Failure `Gateway.PayloadTooLarge`, `Gateway.BodyNotReadable`
 */
export function readBody(request: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const limit = Math.min(limits.maxLength ?? Infinity, limits.serverLimit);
  const announced = request.headers['content-length'];
  if (announced === undefined && request.headers['transfer-encoding'] === undefined) return Promise.resolve(EMPTY);
  if (Number(announced ?? 0) > limit) {
    request.resume();
    return Promise.reject(tooLarge(limit));
  }
  return collect(request, limit);
}

function collect(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let length = 0;
    request.on('data', (part: Buffer) => {
      length += part.length;
      if (length <= limit) parts.push(part);
      else parts.length = 0;
    });
    request.once('end', () => {
      if (length > limit) reject(tooLarge(limit));
      else resolve(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, length));
    });
    request.once('error', () => {
      reject(transportFailure('Gateway.BodyNotReadable', 'Could not read input data', 400));
    });
  });
}

function tooLarge(limit: number): Failure {
  return new Failure({
    code: 'Gateway.PayloadTooLarge',
    message: `The body is longer than the ${limit} bytes that this service accepts (MaxLength).`,
    status: 413,
    compatible: { status: 413, contentType: PLAIN, body: 'Payload Too Large' },
  });
}
