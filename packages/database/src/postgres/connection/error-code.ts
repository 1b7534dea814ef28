/** The `code` of a system or database error; `''` if it has none. Does not use `instanceof`: in tests, Node's errors are of another realm. */
export function errorCode(cause: unknown): string {
  if (typeof cause !== 'object' || cause === null || !('code' in cause)) return '';
  return typeof cause.code === 'string' ? cause.code : '';
}
