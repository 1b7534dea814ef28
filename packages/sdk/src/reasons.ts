/**
 * Why something failed, as far as its caller has to know it. Transports make of it what they have for that: HTTP a status
 * (`http-status.ts`).
 */
export const REASONS = [
  /** The value is wrong: the caller must change it. */
  'Invalid',
  'AuthFail',
  'SessionInvalid',
  'AccessDenied',
  'NotFound',
  'MethodNotAllowed',
  'TimedOut',
  'Conflict',
  /** It is no longer as the caller said that it is. */
  'PreconditionFailed',
  'TooLarge',
  'URLTooLong',
  /** A part was asked for that is not there. */
  'RangeNotSatisfiable',
  /** It is written in a way that is not read here. */
  'UnsupportedMedia',
  /** It came to the wrong host. */
  'Misdirected',
  'TooManyRequests',
  /** Something is wrong here: the caller cannot do anything about it. */
  'Broken',
  'NotInstalled',
  /** It may work later. */
  'Unavailable',
] as const;

export type Reason = (typeof REASONS)[number];

/** The family's codes are `<Operation>.<Reason>`; whatever is not a reason of ours is the caller's input. */
export function reasonOfCode(code: string): Reason {
  const last = code.slice(code.lastIndexOf('.') + 1);
  return REASONS.find((reason) => reason === last) ?? 'Invalid';
}
