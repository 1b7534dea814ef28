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
