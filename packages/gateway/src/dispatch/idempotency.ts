import { createHash } from 'node:crypto';
import { CREDENTIAL_MEMBERS } from '@ticketgate/definition';
import { isData, type Operation } from '@ticketgate/sdk';
import { omit } from '@ticketgate/sdk/schema';

import { createFailure } from '../failure.js';

/** Most characters of a key; a UUID has 36. */
const LONGEST = 255;

/**
 * The client's `Idempotency-Key`; undefined if there is none, or the operation takes none. Quotes around it, as in drafts of a standard
 * (RFC 9651, section 3.3.3), are not part of the key.
 *
 * @throws Failure `Gateway.IdempotencyKeyInvalid`
 */
export function readIdempotencyKey(sent: string | undefined, operation: Operation): string | undefined {
  if (sent === undefined || operation.takesIdempotencyKey !== true) return undefined;
  const key = /^"(.*)"$/.exec(sent)?.[1]?.replace(/\\(["\\])/g, '$1') ?? sent;
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= LONGEST) return key;
  throw new IdempotencyKeyInvalid({ length: key.length });
}

/** A hash of the content that does not depend on the order of members. */
export function hashContent(data: unknown): string {
  // A client may have a new session when it repeats the request.
  const relevant = isData(data) ? omit(data, CREDENTIAL_MEMBERS) : data;
  return createHash('sha256')
    .update(JSON.stringify(relevant ?? null, sortNames))
    .digest('hex');
}

function sortNames(_name: string, value: unknown): unknown {
  if (!isData(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

export const IdempotencyKeyReused = createFailure<{ key: string }>('Gateway.IdempotencyKeyReused', {
  reason: 'Conflict',
  message: ({ key }) => `Idempotency-Key "${key}" was used for another request. Send a new key with each new request.`,
});

const IdempotencyKeyInvalid = createFailure<{ length: number }>('Gateway.IdempotencyKeyInvalid', {
  reason: 'Invalid',
  message: ({ length }) =>
    `Idempotency-Key has ${length} characters; send 1 to ${LONGEST} of them, without spaces, for example a UUID.`,
});
