import { formatMoment, t } from '../../app/language.js';

const WEEK = 7 * 86_400_000;

/** What is counted of the last 7 days, or since it is counted at all. */
export function wordCounted(what: string, since: string): string {
  const isShort = Date.parse(since) > Date.now() - WEEK;
  return isShort ? t('{what} since {time}', { what, time: formatMoment(since) }) : t('{what} in 7 days', { what });
}
