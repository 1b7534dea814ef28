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
