import { formatMoment, t } from '../../app/language.js';

const WEEK = 7 * 86_400_000;

/** A count of the last 7 days, or since counting began. */
export function wordCounted(what: string, since: string): string {
  const isShort = Date.parse(since) > Date.now() - WEEK;
  return isShort ? t('{what} since {time}', { what, time: formatMoment(since) }) : t('{what} in 7 days', { what });
}
