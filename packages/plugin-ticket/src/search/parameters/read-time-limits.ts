import { epochOf, parseTimestamp, type Data } from '@ticketgate/sdk';

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
  const now = epochOf(sources.now);
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
  return isMinutes(text) ? Math.floor(epochOf(now) - Number(text) * 60) : 'invalid';
}

function readDate(name: string, { input, zone }: TimeLimitSources): Limit {
  const text = readText(input, name);
  if (text === undefined) return undefined;
  const date = isComplete(text) ? parseTimestamp(text, zone) : undefined;
  return date === undefined ? 'invalid' : epochOf(date);
}

/** A number, which may be negative. */
export function isMinutes(text: string): boolean {
  return /^[+-]?\d+(?:\.\d+)?$/.test(text);
}

/** A date with a time, on a day that exists. */
export function isDate(text: string): boolean {
  return isComplete(text) && parseTimestamp(text, 'UTC') !== undefined;
}

function isComplete(text: string): boolean {
  return /^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{1,2}:\d{1,2}$/.test(text);
}

function clamped(choose: (...values: number[]) => number, limits: readonly Limit[]): number | undefined {
  const numbers = limits.filter((limit) => typeof limit === 'number');
  return numbers.length === 0 ? undefined : Math.min(LATEST, Math.max(EARLIEST, choose(...numbers)));
}
