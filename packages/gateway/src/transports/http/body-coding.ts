import type { IncomingMessage } from 'node:http';

import { UnsupportedEncoding } from './refusals.js';

const GZIP = /^(?:x-)?gzip$/i;
const PLAIN = /^(?:identity)?$/i;

/** How a body is coded, by its `Content-Encoding` and the charset of its `Content-Type`. */
export interface BodyCoding {
  readonly isZipped: boolean;
  /** Undefined for UTF-8. */
  readonly charset: string | undefined;
}

/** @throws Failure `Gateway.UnsupportedEncoding` for codings that are refused: nobody reads them, but the family ignores them */
export function bodyCodingOf({ headers }: IncomingMessage, refusesUnknown: boolean): BodyCoding {
  const coding = headers['content-encoding'] ?? '';
  const isZipped = GZIP.test(coding);
  if (refusesUnknown && !isZipped && !PLAIN.test(coding)) throw new UnsupportedEncoding({ coding });
  return { isZipped, charset: charsetOf(headers['content-type']) };
}

const CHARSET = /charset=["']?([^"';,\s]+)["']?\s*$/i;
/** Characters at the end of a Content-Type that are parsed. */
const CHARSET_LENGTH = 100;

/** The last charset in Content-Type; undefined for UTF-8. */
export function charsetOf(contentType: string | undefined): string | undefined {
  const charset = CHARSET.exec(contentType?.slice(-CHARSET_LENGTH) ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset) ? undefined : charset;
}
