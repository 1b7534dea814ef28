/** The `code` of a system or database error; `''` when it has none. Works for errors from any realm and any copy of the driver. */
export function errorCode(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return '';
  return typeof cause.code === 'string' ? cause.code : '';
}
