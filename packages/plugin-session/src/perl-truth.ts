/** What the family takes for "not given": undefined, null, false, `''`, `0` and `'0'`. */
export function isFalsy(value: unknown): boolean {
  return value === undefined || value === null || value === false || value === '' || value === 0 || value === '0';
}
