import type { Version } from '../../api/admin-api.js';
import { formatMoment } from '../../app/language.js';

/** A version in a list of choices: number, time, author and why. */
export function versionName({ number, time, author, comment }: Omit<Version, 'id' | 'action'>): string {
  return [String(number), formatMoment(time), author, comment].filter((each) => each !== '').join(' · ');
}
