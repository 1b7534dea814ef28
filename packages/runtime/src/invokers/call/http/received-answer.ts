import { type CallFailure, performFailure } from '../call-failure.js';
import type { DebugTrace, ReceivedAnswer } from './invoker-transport.js';

/** Responses of this many bytes or more are not recorded in the debug log (`ResponseLoggingMaxSize`). */
const LARGE = 200 * 1024;
export const TOO_LARGE_FOR_LOG =
  'See SysConfig option GenericInterface::Operation::ResponseLoggingMaxSize to change the maximum.';

/** Whether the other system has done what was asked, so that the request must not be repeated. */
export function isAccepting({ status }: ReceivedAnswer): boolean {
  return status >= 200 && status < 300;
}

interface Problem {
  /** What the message does not say. */
  readonly problem?: string;
  readonly isRefusal?: boolean;
}

/** The failure of a call by its response. */
export function failed(
  message: string,
  { status, body, failure }: ReceivedAnswer,
  { problem, isRefusal = false }: Problem = {},
): CallFailure {
  const detail = body.length === 0 ? 'No content provided.' : `Response content: '${cutBeginning(body)}'`;
  const reason = failure === undefined ? problem : `There is no complete answer: ${failure}.`;
  return performFailure(message, { detail, status, reason, isRefusal });
}

/** The part that the debug log may contain. */
function cutBeginning(body: Buffer): string {
  const rest = body.length - LARGE;
  return body.toString('utf8', 0, LARGE) + (rest > 0 ? `… [${rest} more bytes]` : '');
}

/** @returns whether it is too large for the debug log */
export function recordAnswer(body: Buffer, trace: DebugTrace, format = 'JSON'): boolean {
  const subject = `${format} data received from remote system`;
  const isLarge = body.length >= LARGE;
  if (isLarge) trace.debug(`${subject} was too large for logging`, () => TOO_LARGE_FOR_LOG);
  else trace.debug(subject, () => (body.length === 0 ? undefined : body.toString('utf8')));
  return isLarge;
}

/** The forms of a time in a header, of which the last has no time zone (RFC 9110, 5.6.7). */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w :-]+?( GMT)?$/;

/**
 * The earliest time for another attempt by a header `Retry-After` (RFC 9110, 10.2.3); undefined without one that can be read.
 *
 * @param most seconds from now
 */
export function earliestRetry(header: string | undefined, now: Date, most: number): Date | undefined {
  const time = parseRetryTime(header?.trim() ?? '', now);
  if (Number.isNaN(time)) return undefined;
  return new Date(Math.min(time, now.getTime() + most * 1_000));
}

/** In milliseconds; NaN for texts that are neither seconds nor a time. */
function parseRetryTime(text: string, now: Date): number {
  if (/^\d+$/.test(text)) return now.getTime() + Number(text) * 1_000;
  const [date, zone] = HTTP_DATE.exec(text) ?? [];
  if (date === undefined) return NaN;
  return Date.parse(zone === undefined ? `${date} GMT` : date);
}
