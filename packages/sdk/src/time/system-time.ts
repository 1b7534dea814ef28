import { LRUCache } from 'lru-cache';

import type { Settings } from '../settings.js';
import { toEpochInZone, formatWallClock, isRealTime, wallClockAt, type WallClock } from './wall-clock.js';

/** The time zone of stored and answered timestamps (setting `OTOBOTimeZone`); UTC if it is empty or unknown. */
export function systemTimeZone(settings: Settings): string {
  const zone = settings.text('OTOBOTimeZone');
  return isTimeZone(zone) ? zone : 'UTC';
}

/** Whether the time-zone database of this system has a zone. */
export function isTimeZone(zone: string): boolean {
  return zone !== '' && zone.length <= LONGEST_NAME && knownZones.memo(zone);
}

const LONGEST_NAME = 50;

// Clients may send any name.
const knownZones = new LRUCache<string, boolean>({ max: 1_000, memoMethod: hasFormatter });

function hasFormatter(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/**
 * A moment as the family stores and answers it: `YYYY-MM-DD HH:MM:SS` in the system's time zone, without offset. Operations call
 * `context.formatTime`.
 */
export function formatSystemTime(moment: Date, settings: Settings): string {
  return formatTimestamp(moment, systemTimeZone(settings));
}

/** Parses the result of {@link formatSystemTime}; 1970 for other texts. */
export function readSystemTime(text: string, settings: Settings): Date {
  return new Date(parseEpoch(text, systemTimeZone(settings)) * 1000);
}

/** Whole seconds since 1970. */
export function toEpoch(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

/** `YYYY-MM-DD HH:MM:SS` in the zone (`docs/compatibility.md`). */
export function formatTimestamp(date: Date, zone: string): string {
  return formatEpoch(toEpoch(date), zone);
}

/** Formats seconds since 1970 like {@link formatTimestamp}. */
export function formatEpoch(epoch: number, zone: string): string {
  return formatWallClock(wallClockAt(epoch, zone));
}

const PLAIN = /^(\d{4})-(\d{1,2})-(\d{1,2})(?: (\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?$/;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})T(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?(.+)$/;
const OFFSET = /^([+-])(\d{2}):?(\d{2})$/;

/**
 * Parses a date in one of the family's formats: `YYYY-M-D`, `YYYY-M-D H:M[:S]` in the zone, or ISO 8601 with `Z`, an offset or the name of a
 * time zone. Undefined for other texts and for dates that do not exist.
 */
export function parseTimestamp(text: string, zone: string): Date | undefined {
  const plain = PLAIN.exec(text);
  if (plain !== null) return toDate(readClock(plain), zone);
  const iso = ISO.exec(text);
  if (iso === null) return undefined;
  const suffix = iso[7] ?? '';
  const offset = suffix === 'Z' ? 0 : parseOffset(suffix);
  if (offset === undefined) return isTimeZone(suffix) ? toDate(readClock(iso), suffix) : undefined;
  const asUtc = toDate(readClock(iso), 'UTC');
  return asUtc === undefined ? undefined : new Date(asUtc.getTime() - offset * 1000);
}

/** The epoch (seconds) of a stored timestamp; 0 for any other text. */
export function parseEpoch(text: string, zone: string): number {
  const date = parseTimestamp(text, zone);
  return date === undefined ? 0 : toEpoch(date);
}

function parseOffset(suffix: string): number | undefined {
  const match = OFFSET.exec(suffix);
  if (match === null) return undefined;
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60;
  return match[1] === '-' ? -seconds : seconds;
}

function readClock(match: RegExpExecArray): WallClock {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part || 0));
  return { year, month, day, hour, minute, second };
}

function toDate(clock: WallClock, zone: string): Date | undefined {
  return isRealTime(clock) ? new Date(toEpochInZone(clock, zone) * 1000) : undefined;
}

/**
 * Measures elapsed milliseconds with a clock that may jump. Jumps in either direction add to the elapsed time, so that caches do not keep
 * values longer than allowed.
 */
export function elapsedClock(now: () => Date): () => number {
  let last = now().getTime();
  // Not 0, which caches interpret as no time.
  let elapsed = 1;
  return () => {
    const moment = now().getTime();
    elapsed += Math.abs(moment - last);
    last = moment;
    return elapsed;
  };
}
