import { parseJson } from '@ticketgate/gateway';
import { isTrue } from '@ticketgate/sdk';

import { CallFailure } from '../call-failure.js';
import type { DebugTrace, OutgoingRequest } from './outgoing-request.js';
import type { ReceivedAnswer } from './send-request.js';

/** Bytes from which on a response is not recorded in the debug log (`ResponseLoggingMaxSize`). */
const LARGE = 200 * 1024;
export const TOO_LARGE_FOR_LOG =
  'See SysConfig option GenericInterface::Operation::ResponseLoggingMaxSize to change the maximum.';

/** The family accepts these statuses. */
function isSuccess(status: number): boolean {
  return status >= 200 && status <= 209;
}

interface RequestOfAnswer extends Pick<OutgoingRequest, 'method' | 'address'> {
  /** `Host` of the definition, without credentials. */
  readonly host: string;
}

/** The data of a response. */
export interface RemoteData {
  /** Undefined for status 204. */
  readonly data: unknown;
  /** Whether the response is too large for the debug log. */
  readonly isLarge: boolean;
}

/**
 * Reads the data of a response.
 *
 * @throws CallFailure unless the response is successful and has JSON content, or status 204
 */
export function readAnswer(
  { status, body }: ReceivedAnswer,
  { method, host, address }: RequestOfAnswer,
  trace: DebugTrace,
): RemoteData {
  const text = body.toString('utf8');
  const about = `Error while performing REST '${method}' request to Controller '${address}' on Host '${host}'.`;
  const content = text === '' ? 'No content provided.' : `Response content: '${text}'`;
  if (!isSuccess(status)) {
    const message = `${about} Response code '${status}'.${text === '' ? ' No content provided.' : ''}`;
    throw new CallFailure('RequesterRequestPerform', message, { detail: content, status });
  }
  if (text === '' && status !== 204) {
    throw new CallFailure('RequesterRequestPerform', ' No content provided.', { detail: content, status });
  }
  const isLarge = recordAnswer(body, text, trace);
  if (status === 204) return { data: undefined, isLarge };
  // Invalid UTF-8 was decoded as U+FFFD, which JSON may contain.
  const data = body.equals(Buffer.from(text)) ? parseJson(text) : undefined;
  if (!isTrue(data)) {
    const message = `${about} Error while parsing JSON data.`;
    throw new CallFailure('RequesterRequestPerform', message, { detail: content, status });
  }
  return { data, isLarge };
}

/** @returns whether it is too large for the debug log */
function recordAnswer(body: Buffer, text: string, trace: DebugTrace): boolean {
  const subject = 'JSON data received from remote system';
  const isLarge = body.length >= LARGE;
  if (isLarge) trace.debug(`${subject} was too large for logging`, () => TOO_LARGE_FOR_LOG);
  else trace.debug(subject, () => (text === '' ? undefined : text));
  return isLarge;
}
