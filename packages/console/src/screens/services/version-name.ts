import type { Version } from '../../api/admin-api.js';
import { joinFacts } from '../../app/format-value.js';
import { formatMoment } from '../../app/language.js';

/** A version in a list of choices: number, time, author and why. */
export function versionName({ number, time, author, comment }: Omit<Version, 'id' | 'action'>): string {
  return joinFacts(String(number), formatMoment(time), author, comment);
}
