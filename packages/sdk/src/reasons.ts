import { listKeys } from './data.js';

const STATUSES = {
  /** The request is wrong; the caller must change it. */
  Invalid: 400,
  AuthFail: 401,
  SessionInvalid: 401,
  AccessDenied: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  TimedOut: 408,
  Conflict: 409,
  /** The request has no body, but needs one. */
  LengthRequired: 411,
  /** The object has changed since the caller read it. */
  PreconditionFailed: 412,
  TooLarge: 413,
  URLTooLong: 414,
  /** The format of the request is not supported. */
  UnsupportedMedia: 415,
  /** The request was sent to the wrong host. */
  Misdirected: 421,
  TooManyRequests: 429,
  /** A fault of this system, not of the caller. */
  Broken: 500,
  NotInstalled: 501,
  /** The request may succeed later. */
  Unavailable: 503,
} as const;

/** The reason of a failure, for the caller. Transports convert it, for example to an HTTP status. */
export type Reason = keyof typeof STATUSES;

/** All reasons. */
export const REASONS = listKeys(STATUSES);

/** The reason in a code of the form `<Operation>.<Reason>`; `Invalid` for other codes. */
export function readReason(code: string): Reason {
  const last = code.slice(code.lastIndexOf('.') + 1);
  return REASONS.find((reason) => reason === last) ?? 'Invalid';
}

/** Default of `Retry-After` if an error does not say when the request may succeed. */
const RETRY_SECONDS = 5;

/** The HTTP status of a failure or an error of an operation. */
export function toHttpStatus({ reason }: { readonly reason: Reason }): number {
  return STATUSES[reason];
}

/** `Retry-After` in seconds, for an error that is answered with 429 or 503. */
export function readRetryAfter({
  reason,
  retryAfter,
}: {
  readonly reason: Reason;
  readonly retryAfter: number | undefined;
}): number | undefined {
  return reason === 'TooManyRequests' || reason === 'Unavailable' ? (retryAfter ?? RETRY_SECONDS) : undefined;
}
