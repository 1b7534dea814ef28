import type { IncomingMessage } from 'node:http';

import { UnsupportedEncoding } from './refusals.js';

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

const CHARSET = /charset=["']?([^"';,\s]+)["']?\s*$/i;
/** Characters at the end of a Content-Type that are parsed. */
const CHARSET_LENGTH = 100;

/** The last charset in Content-Type; undefined for UTF-8. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const charset = CHARSET.exec(contentType?.slice(-CHARSET_LENGTH) ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : charset;
}
