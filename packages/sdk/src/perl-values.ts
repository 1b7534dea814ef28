/** True unless the value is undefined, null, false, `''`, `0` or `'0'`: what the family treats as "on". */
export function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '' && value !== 0 && value !== '0';
}

/** True for texts, numbers and booleans, all of which the family's YAML reader returns as strings. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The value as the family writes it as text: `true` is `1`; `false` and everything that is not a scalar is `''`. */
export function toText(value: unknown): string {
  if (value === true) return '1';
  return isScalar(value) && value !== false ? String(value) : '';
}

/** Significant digits of fractions and of large numbers in Perl. */
const DIGITS = 15;
/** Integers below this keep all their digits. */
const LARGE = 1e21;

/** Formats a number like Perl: 1e-07, and 0.3 for 0.1 + 0.2. */
export function perlNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < LARGE) return String(value);
  const rounded = Number(value.toPrecision(DIGITS));
  const [digits = '', power = ''] = rounded.toExponential().split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < DIGITS) return String(rounded);
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
