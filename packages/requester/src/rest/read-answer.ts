import { isUtf8 } from 'node:buffer';
import { decodeUTF8, parseJson } from '@ticketgate/gateway';
import { isData, isTrue } from '@ticketgate/sdk';

import { CallFailure } from '../call-failure.js';
import { isSuccess } from './answer-body.js';
import type { DebugTrace, OutgoingRequest } from './outgoing-request.js';
import type { ReceivedAnswer } from './send-request.js';

/** Bytes from which on a response is not recorded in the debug log (`ResponseLoggingMaxSize`). */
const LARGE = 200 * 1024;
export const TOO_LARGE_FOR_LOG =
  'See SysConfig option GenericInterface::Operation::ResponseLoggingMaxSize to change the maximum.';

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
export async function readAnswer(answer: ReceivedAnswer, options: ReadingOptions): Promise<RemoteData> {
  const { status, body } = answer;
  const { use, trace } = options;
  if (!isSuccess(status)) {
    const message = `${aboutOf(options)} Response code '${status}'.${body.length === 0 ? ' No content provided.' : ''}`;
    throw failed(message, answer);
  }
  if (use !== 'ignored' && status !== 204) return readContent(answer, options);
  return { data: undefined, isLarge: recordAnswer(body, trace) };
}

async function readContent(answer: ReceivedAnswer, options: ReadingOptions): Promise<RemoteData> {
  const { body, failure } = answer;
  const isNeeded = options.use === 'needed' || failure !== undefined;
  if (body.length === 0 && isNeeded) throw failed(' No content provided.', answer, 'The answer is empty.');
  const isLarge = recordAnswer(body, options.trace);
  // Decoding would turn invalid UTF-8 into U+FFFD, which JSON may contain.
  const data = failure === undefined && isUtf8(body) ? parseJson(await decodeUTF8(body)) : undefined;
  if (!isNeeded) return { data: isData(data) || Array.isArray(data) ? data : undefined, isLarge };
  if (isTrue(data)) return { data, isLarge };
  const message = `${aboutOf(options)} Error while parsing JSON data.`;
  throw failed(message, answer, 'The answer is not JSON with content.');
}

function aboutOf({ request: { method, host, address } }: ReadingOptions): string {
  return `Error while performing REST '${method}' request to Controller '${address}' on Host '${host}'.`;
}

function failed(message: string, { status, body, failure }: ReceivedAnswer, problem?: string): CallFailure {
  const detail = body.length === 0 ? 'No content provided.' : `Response content: '${beginningOf(body)}'`;
  const reason = failure === undefined ? problem : `There is no complete answer: ${failure}.`;
  return new CallFailure('RequesterRequestPerform', message, { detail, status, reason });
}

/** As much of it as the debug log may contain. */
function beginningOf(body: Buffer): string {
  const rest = body.length - LARGE;
  return body.toString('utf8', 0, LARGE) + (rest > 0 ? `… [${rest} more bytes]` : '');
}

/** @returns whether it is too large for the debug log */
function recordAnswer(body: Buffer, trace: DebugTrace): boolean {
  const subject = 'JSON data received from remote system';
  const isLarge = body.length >= LARGE;
  if (isLarge) trace.debug(`${subject} was too large for logging`, () => TOO_LARGE_FOR_LOG);
  else trace.debug(subject, () => (body.length === 0 ? undefined : body.toString('utf8')));
  return isLarge;
}
