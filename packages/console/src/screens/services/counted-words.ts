import { DAY, formatMoment, t } from '../../app/language.js';

/** A count of the last 7 days, or since counting began. */
export function wordCounted(what: string, since: string): string {
  const isShort = Date.parse(since) > Date.now() - 7 * DAY;
  return isShort ? t('{what} since {time}', { what, time: formatMoment(since) }) : t('{what} in 7 days', { what });
}
