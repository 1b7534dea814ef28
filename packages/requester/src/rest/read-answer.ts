import { parseJson } from '@ticketgate/gateway';
import { isTrue } from '@ticketgate/sdk';

import { CallFailure } from '../call-failure.js';
import type { OutgoingRequest, Say } from './outgoing-request.js';
import type { ReceivedAnswer } from './send-request.js';

/** Bytes of an answer that are shown in the debug log (`ResponseLoggingMaxSize`). */
const LOGGED = 200 * 1024;
const NOT_LOGGED = 'See SysConfig option GenericInterface::Operation::ResponseLoggingMaxSize to change the maximum.';

/** The statuses of a success in the family. */
function isSuccess(status: number): boolean {
  return status >= 200 && status <= 209;
}

export interface AnswerReading {
  /** Host of the definition, without credentials. */
  readonly host: string;
  /** Path and query as they were sent, without the path of the host. */
  readonly address: string;
  readonly say: Say;
}

/** What another system answered. */
export interface RemoteData {
  /** Undefined: nothing. */
  readonly data: unknown;
  readonly isLarge: boolean;
}

/**
 * Reads the data of an answer.
 *
 * @throws CallFailure for any other status, an answer without content, and content that is not JSON
 */
export function readAnswer(
  { method }: Pick<OutgoingRequest, 'method'>,
  { status, body }: ReceivedAnswer,
  { host, address, say }: AnswerReading,
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
  const isLarge = sayReceived(body, text, say);
  if (status === 204) return { data: undefined, isLarge };
  // Bytes that are not UTF-8 became U+FFFD, which is valid in JSON.
  const data = body.equals(Buffer.from(text)) ? parseJson(text) : undefined;
  if (!isTrue(data)) {
    const message = `${about} Error while parsing JSON data.`;
    throw new CallFailure('RequesterRequestPerform', message, { detail: content, status });
  }
  return { data, isLarge };
}

/** @returns whether it is too large for the debug log */
function sayReceived(body: Buffer, text: string, say: Say): boolean {
  const subject = 'JSON data received from remote system';
  const isLarge = body.length >= LOGGED;
  if (isLarge) say(`${subject} was too large for logging`, () => NOT_LOGGED);
  else say(subject, () => (text === '' ? undefined : text));
  return isLarge;
}

export { NOT_LOGGED as TOO_LARGE_FOR_LOG };
