import { parseJson } from '@ticketgate/gateway';
import { isData, isTrue } from '@ticketgate/sdk';

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

/** Whether the other system has done what was asked, so that the request must not be repeated. */
export function isAccepting({ status }: ReceivedAnswer): boolean {
  return status >= 200 && status < 300;
}

/** What becomes of the content of a response: `optional` content is used if it is an object or a list. */
export type AnswerUse = 'ignored' | 'optional' | 'needed';

interface RequestOfAnswer extends Pick<OutgoingRequest, 'method' | 'address'> {
  /** `Host` of the definition, without credentials. */
  readonly host: string;
}

interface ReadingOptions {
  readonly request: RequestOfAnswer;
  readonly use: AnswerUse;
  readonly trace: DebugTrace;
}

/** The data of a response. */
export interface RemoteData {
  /** Undefined for status 204, and for content that does not matter. */
  readonly data: unknown;
  /** Whether the response is too large for the debug log. */
  readonly isLarge: boolean;
}

/**
 * Reads the data of a response.
 *
 * @throws CallFailure unless the response is successful and has the content that is needed
 */
export function readAnswer(answer: ReceivedAnswer, options: ReadingOptions): RemoteData {
  const { status, body } = answer;
  const { use, trace } = options;
  const text = body.toString('utf8');
  if (!isSuccess(status)) {
    const message = `${aboutOf(options)} Response code '${status}'.${text === '' ? ' No content provided.' : ''}`;
    throw failed(message, answer, text);
  }
  if (use !== 'ignored' && status !== 204) return readContent(answer, text, options);
  return { data: undefined, isLarge: recordAnswer(body, text, trace) };
}

function readContent(answer: ReceivedAnswer, text: string, options: ReadingOptions): RemoteData {
  const { body, failure } = answer;
  const isNeeded = options.use === 'needed' || failure !== undefined;
  if (text === '' && isNeeded) throw failed(' No content provided.', answer, text, 'The answer is empty.');
  const isLarge = recordAnswer(body, text, options.trace);
  // Invalid UTF-8 was decoded as U+FFFD, which JSON may contain.
  const data = failure === undefined && body.equals(Buffer.from(text)) ? parseJson(text) : undefined;
  if (!isNeeded) return { data: isData(data) || Array.isArray(data) ? data : undefined, isLarge };
  if (isTrue(data)) return { data, isLarge };
  const message = `${aboutOf(options)} Error while parsing JSON data.`;
  throw failed(message, answer, text, 'The answer is not JSON with content.');
}

function aboutOf({ request: { method, host, address } }: ReadingOptions): string {
  return `Error while performing REST '${method}' request to Controller '${address}' on Host '${host}'.`;
}

function failed(
  message: string,
  { status, failure }: ReceivedAnswer,
  ...[text, problem]: [string, string?]
): CallFailure {
  const detail = text === '' ? 'No content provided.' : `Response content: '${text}'`;
  const reason = failure === undefined ? problem : `There is no complete answer: ${failure}.`;
  return new CallFailure('RequesterRequestPerform', message, { detail, status, reason });
}

/** @returns whether it is too large for the debug log */
function recordAnswer(body: Buffer, text: string, trace: DebugTrace): boolean {
  const subject = 'JSON data received from remote system';
  const isLarge = body.length >= LARGE;
  if (isLarge) trace.debug(`${subject} was too large for logging`, () => TOO_LARGE_FOR_LOG);
  else trace.debug(subject, () => (text === '' ? undefined : text));
  return isLarge;
}
