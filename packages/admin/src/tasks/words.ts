import { DAY, parseMoment } from './schemas.js';

/** A word of the command line that cannot be read. */
export class UnfitWord extends Error {}

/** For example `1 session ended`. */
export function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

export function validity(isValid: boolean): string {
  return isValid ? 'valid' : 'invalid';
}

/** In UTC, to the millisecond unless the moment has whole seconds. */
export function showMoment(moment: string): string {
  return moment.replace('T', ' ').replace('.000Z', 'Z');
}

/** For the help. */
export const PAST = '2026-11-22T10:00Z, or 30m, 24h, 7d ago';

const MILLISECONDS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: DAY };

/** A moment as people type it: `30m`, `24h` or `7d` ago; otherwise ISO 8601, without a zone in that of this machine. */
export function readPast(text: string): string {
  const [, count, unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  const past = Number(count) * (MILLISECONDS[unit] ?? 0);
  const moment = count === undefined ? parseMoment(text) : new Date(Date.now() - past);
  if (moment !== undefined) return moment.toISOString();
  throw new UnfitWord('Write a time as 2026-11-22T10:00Z, or how long ago it was: 30m, 24h, 7d.');
}

/** Checks an e-mail address; `root@localhost` is one, too. */
export function readEmail(text: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return text;
  throw new UnfitWord('Write an e-mail address, for example anna@example.org.');
}
