import { toEpoch, parseTimestamp, type Data } from '@ticketgate/sdk';

import type { Moment } from '../../time/moment.js';
import { readText } from './read-parameter.js';

/** Seconds since 1970; undefined if there is no limit. */
export interface TimeLimits {
  /** Not later than this. */
  readonly older: number | undefined;
  /** Not earlier than this. */
  readonly newer: number | undefined;
}

export interface TimeLimitSources extends Moment {
  readonly input: Data;
}

/** Timestamps of the database have years of four digits. */
const EARLIEST = Date.UTC(1000, 0, 1) / 1000;
const LATEST = Date.UTC(9998, 0, 1) / 1000;

/** The parameters of {@link readTimeLimits}. */
export function timeLimitParameters(prefix: string): readonly string[] {
  return ['OlderMinutes', 'NewerMinutes', 'OlderDate', 'NewerDate'].map((limit) => `${prefix}${limit}`);
}

/**
 * `<Prefix>OlderMinutes`, `NewerMinutes` (back from now, negative ones ahead), `OlderDate` and `NewerDate`. Undefined when none is
 * given; `invalid` for what is not a number or date, a NewerDate after the OlderDate, and – unless it may be – one in the future.
 */
export function readTimeLimits(
  prefix: string,
  sources: TimeLimitSources,
  options: { readonly mayBeFuture?: boolean } = {},
): TimeLimits | 'invalid' | undefined {
  const now = toEpoch(sources.now);
  const olderDate = readDate(`${prefix}OlderDate`, sources);
  const newerDate = readDate(`${prefix}NewerDate`, sources);
  const olderMinutes = readMinutes(`${prefix}OlderMinutes`, sources);
  const newerMinutes = readMinutes(`${prefix}NewerMinutes`, sources);
  const limits = [olderDate, newerDate, olderMinutes, newerMinutes];
  if (limits.every((limit) => limit === undefined)) return undefined;
  if (limits.includes('invalid')) return 'invalid';
  const older = clamped(Math.min, [olderDate, olderMinutes]);
  const newer = clamped(Math.max, [newerDate, newerMinutes]);
  if (typeof newerDate === 'number') {
    if (newerDate > now && options.mayBeFuture !== true) return 'invalid';
    if (typeof olderDate === 'number' && newerDate > olderDate) return 'invalid';
  }
  return { older, newer };
}

type Limit = number | 'invalid' | undefined;

function readMinutes(name: string, { input, now }: TimeLimitSources): Limit {
  const text = readText(input, name);
  if (text === undefined) return undefined;
  return isMinutes(text) ? Math.floor(toEpoch(now) - Number(text) * 60) : 'invalid';
}

function readDate(name: string, { input, zone }: TimeLimitSources): Limit {
  const text = readText(input, name);
  if (text === undefined) return undefined;
  const date = isFull(text) ? parseTimestamp(text, zone) : undefined;
  return date === undefined ? 'invalid' : toEpoch(date);
}

/** A number, which may be negative. */
export function isMinutes(text: string): boolean {
  return /^[+-]?\d+(?:\.\d+)?$/.test(text);
}

/** A date with a time, on a day that exists. */
export function isDate(text: string): boolean {
  return isFull(text) && parseTimestamp(text, 'UTC') !== undefined;
}

function isFull(text: string): boolean {
  return /^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{1,2}:\d{1,2}$/.test(text);
}

function clamped(choose: (...values: number[]) => number, limits: readonly Limit[]): number | undefined {
  const numbers = limits.filter((limit) => typeof limit === 'number');
  return numbers.length === 0 ? undefined : Math.min(LATEST, Math.max(EARLIEST, choose(...numbers)));
}

/** `<Parameter>SearchType` says in which of its two other forms a time is given. */
export const TIME_FORMS = [
  ['ChangeTimeSearchType', 'TicketChangeTime'],
  ['LastChangeTimeSearchType', 'TicketLastChangeTime'],
  ['CloseTimeSearchType', 'TicketCloseTime'],
] as const;

export const MINUTES: Readonly<Record<string, number>> = {
  minute: 1,
  hour: 60,
  day: 1440,
  week: 7 * 1440,
  month: 30 * 1440,
  year: 365 * 1440,
};

/** Puts slots (from day to day) and points (a span of time ago) in the words of the plain time parameters. */
export function expandTimeSlots(input: Data): Data {
  const plain = TIME_FORMS.flatMap(([parameter, prefix]) => {
    const form = readText(input, parameter);
    if (form === 'TimeSlot') return [readSlot(input, prefix)];
    return form === 'TimePoint' ? [readPoint(input, prefix)] : [];
  });
  return plain.reduce((all, part) => ({ ...all, ...part }), input);
}

/** `Start…` is the first second of a day, `Stop…` the last one; a day that lacks a part is not given. */
function readSlot(input: Data, prefix: string): Data {
  const start = readDay(input, `${prefix}Start`);
  const stop = readDay(input, `${prefix}Stop`);
  return {
    ...(start === undefined ? {} : { [`${prefix}NewerDate`]: `${start} 00:00:00` }),
    ...(stop === undefined ? {} : { [`${prefix}OlderDate`]: `${stop} 23:59:59` }),
  };
}

function readDay(input: Data, prefix: string): string | undefined {
  const parts = ['Year', 'Month', 'Day'].map((part) => readText(input, `${prefix}${part}`));
  return parts.includes(undefined) ? undefined : parts.join('-');
}

/** A point is a number of units; an invalid number or unit makes the search empty, like an invalid number of minutes. */
function readPoint(input: Data, prefix: string): Data {
  const point = readText(input, `${prefix}Point`);
  const format = readText(input, `${prefix}PointFormat`);
  if (point === undefined || format === undefined) return {};
  const minutes = Number(point) * (MINUTES[format] ?? Number.NaN);
  const side = readText(input, `${prefix}PointStart`) === 'Before' ? 'Older' : 'Newer';
  return { [`${prefix}${side}Minutes`]: Number.isNaN(minutes) ? 'invalid' : minutes };
}
