import { isFalsy, isText, textOf } from '../../request/family-values.js';

/**
 * `Limit`, which has no maximum. Decimals are rounded, as the database would: 1.5 is 2. Undefined for what is not a number or allows no
 * ticket: nothing is found (`docs/compatibility.md`).
 */
export function readLimit(value: unknown, whenAbsent: number): number | undefined {
  if (isFalsy(value)) return whenAbsent;
  const limit = isText(value) && /^\s*\d+(?:\.\d+)?\s*$/.test(textOf(value)) ? Math.round(Number(value)) : 0;
  return limit > 0 ? Math.min(limit, Number.MAX_SAFE_INTEGER) : undefined;
}
