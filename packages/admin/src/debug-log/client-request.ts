import type { RecordedRequest } from '@ticketgate/database';
import { MASK } from '@ticketgate/sdk';

import type { ClientRequest } from '../trying/exchange-in-memory.js';
import { findBody, readSent, type SentRequest } from './curl-command.js';

/** A recorded request with what was recorded of it. */
export type RecordedSending = SentRequest & Pick<RecordedRequest, 'isTruncated'>;

/** Headers of one connection, of encodings that are gone from the record, and of a sending that must not be taken for the first one. */
const OMITTED =
  /^(?:connection|content-length|expect|keep-alive|transfer-encoding|upgrade|te|content-encoding|accept-encoding|idempotency-key)$/;

/** A recorded request as its client sent it, with masks for its secrets; or why it cannot be sent again. */
export function readClientRequest(recorded: RecordedSending, cookieName: string): ClientRequest | string {
  if (recorded.isTruncated) return 'Its texts were cut when they were recorded (debugLog.maxTextLength).';
  const { Method: method, URL: url, Headers: sent } = readSent(recorded);
  if (method === undefined || url === undefined || sent === undefined)
    return 'Its headers were not recorded. DebugThreshold: debug records all of a request.';
  const { text: body = '', note } = findBody(recorded, sent);
  if (note !== undefined) return 'Its body was not recorded.';
  const headers = Object.entries(sent).filter(([name]) => !OMITTED.test(name));
  return {
    method,
    url,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, shaped(name, value)])),
    body,
  };

  /** Masked as a whole, these would not be read as credentials. */
  function shaped(name: string, value: string): string {
    if (value !== MASK) return value;
    return name === 'authorization' ? `Bearer ${MASK}` : name === 'cookie' ? `${cookieName}=${MASK}` : value;
  }
}
