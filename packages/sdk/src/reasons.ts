/** The reason of a failure, for the caller. Transports convert it, for example to an HTTP status (`http-status.ts`). */
export const REASONS = [
  /** The request is wrong; the caller must change it. */
  'Invalid',
  'AuthFail',
  'SessionInvalid',
  'AccessDenied',
  'NotFound',
  'MethodNotAllowed',
  'TimedOut',
  'Conflict',
  /** The object has changed since the caller read it. */
  'PreconditionFailed',
  /** The request has no body, but needs one. */
  'LengthRequired',
  'TooLarge',
  'URLTooLong',
  /** The requested part does not exist. */
  'RangeNotSatisfiable',
  /** The format of the request is not supported. */
  'UnsupportedMedia',
  /** The request was sent to the wrong host. */
  'Misdirected',
  'TooManyRequests',
  /** A fault of this system, not of the caller. */
  'Broken',
  'NotInstalled',
  /** The request may succeed later. */
  'Unavailable',
] as const;

export type Reason = (typeof REASONS)[number];

/** The reason in a code of the form `<Operation>.<Reason>`; `Invalid` for other codes. */
export function reasonOfCode(code: string): Reason {
  const last = code.slice(code.lastIndexOf('.') + 1);
  return REASONS.find((reason) => reason === last) ?? 'Invalid';
}

/** The HTTP status of each reason, for answers and documentation. */
const STATUSES: Readonly<Record<Reason, number>> = {
  Invalid: 400,
  AuthFail: 401,
  SessionInvalid: 401,
  AccessDenied: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  TimedOut: 408,
  Conflict: 409,
  LengthRequired: 411,
  PreconditionFailed: 412,
  TooLarge: 413,
  URLTooLong: 414,
  UnsupportedMedia: 415,
  RangeNotSatisfiable: 416,
  Misdirected: 421,
  TooManyRequests: 429,
  Broken: 500,
  NotInstalled: 501,
  Unavailable: 503,
};

/** Seconds where an error does not say when the request may succeed. */
const RETRY_SECONDS = 5;

/** The HTTP status of a failure or an error of an operation. */
export function httpStatusOf({ reason }: { readonly reason: Reason }): number {
  return STATUSES[reason];
}

/** `Retry-After` of an error that is answered with 429 or 503: seconds after which the request may be sent again. */
export function retryAfterOf({
  reason,
  retryAfter,
}: {
  readonly reason: Reason;
  readonly retryAfter: number | undefined;
}): number | undefined {
  return reason === 'TooManyRequests' || reason === 'Unavailable' ? (retryAfter ?? RETRY_SECONDS) : undefined;
}
