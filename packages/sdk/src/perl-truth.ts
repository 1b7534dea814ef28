/** True unless the value is undefined, null, false, `''`, `0` or `'0'`: what the family treats as "on". */
export function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0 && value !== '0';
}

/** True for text, numbers and booleans: what the family's YAML reader gives as a string. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The value as the family has it as text: `true` is `1`, `false` and everything that is not a scalar is `''`. */
export function textOf(value: unknown): string {
  if (value === true) return '1';
  return isScalar(value) && value !== false ? String(value) : '';
}
