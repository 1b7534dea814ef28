import type { IncomingMessage } from 'node:http';

import { UnsupportedEncoding } from '../refusals.js';

const GZIP = /^(?:x-)?gzip$/i;
const PLAIN = /^(?:identity)?$/i;

/** Reads a request's `Content-Encoding`. */
export function codingOf({ headers }: IncomingMessage): 'plain' | 'gzip' | 'unknown' {
  const coding = headers['content-encoding'] ?? '';
  if (PLAIN.test(coding)) return 'plain';
  return GZIP.test(coding) ? 'gzip' : 'unknown';
}

/** @throws Failure `Gateway.UnsupportedEncoding` */
export function requireKnownCoding(request: IncomingMessage): void {
  if (codingOf(request) === 'unknown')
    throw new UnsupportedEncoding({ coding: request.headers['content-encoding'] ?? '' });
}
