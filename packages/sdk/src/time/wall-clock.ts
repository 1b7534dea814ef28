import { LRUCache } from 'lru-cache';

import { keptIn } from '../kept.js';

/** Local date and time in some time zone; `month` is 1 to 12. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** Whether the date and the time exist. */
export function isRealTime(clock: WallClock): boolean {
  const { year, month, day, hour, minute, second } = clock;
  const isTime = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return isTime && month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** The local time of a zone at an epoch (seconds). */
export function wallClockAt(epoch: number, zone: string): WallClock {
  return toUtcClock(epoch + zoneOffset(epoch, zone));
}

/**
 * The epoch (seconds) at which the clock of a time zone shows `clock`. A time that daylight saving skips is moved forward by the
 * length of the gap; a time that occurs twice is the first one.
 */
export function toEpochInZone(clock: WallClock, zone: string): number {
  const asUtc = utcEpoch(clock);
  if (isUtc(zone)) return asUtc;
  const before = zoneOffset(asUtc - 86_400, zone);
  const after = zoneOffset(asUtc + 86_400, zone);
  const candidates = [asUtc - before, asUtc - after].filter((epoch) => epoch + zoneOffset(epoch, zone) === asUtc);
  return candidates.length > 0 ? Math.min(...candidates) : asUtc - before;
}

/** 0 is Sunday. */
export function toWeekday(clock: WallClock): number {
  return new Date(utcEpoch({ ...clock, hour: 0, minute: 0, second: 0 }) * 1000).getUTCDay();
}

/** `YYYY-MM-DD HH:MM:SS`. */
export function formatWallClock(clock: WallClock): string {
  const { year, month, day, hour, minute, second } = clock;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}:${pad(second)}`;
}

function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0');
}

function utcEpoch(clock: WallClock): number {
  const date = new Date(0);
  // Not Date.UTC, which maps the years 0 to 99 to 1900 to 1999.
  date.setUTCFullYear(clock.year, clock.month - 1, clock.day);
  date.setUTCHours(clock.hour, clock.minute, clock.second);
  return date.getTime() / 1000;
}

function toUtcClock(epoch: number): WallClock {
  const date = new Date(epoch * 1000);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
  };
}

function isUtc(zone: string): boolean {
  return zone === 'UTC' || zone === '';
}

// Clients may write the names of zones in many ways.
const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

// Working time asks for the same hours of the same days repeatedly. Offsets only change on quarters of an hour.
const offsets = new LRUCache<string, number>({ max: 10_000 });
const QUARTER = 900;

/** Seconds by which the clock of a zone is ahead of UTC. */
function zoneOffset(epoch: number, zone: string): number {
  if (isUtc(zone)) return 0;
  const key = `${zone}/${Math.floor(epoch / QUARTER)}`;
  return keptIn<string, number>(offsets, key, () => askOffset(epoch, zone));
}

/** What `longOffset` writes: `GMT+05:30`, for old times with seconds, or `GMT` alone. */
const WRITTEN_OFFSET = /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/;

function askOffset(epoch: number, zone: string): number {
  const make = () => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const written = keptIn<string, Intl.DateTimeFormat>(formatters, zone, make).format(new Date(epoch * 1000));
  const [, sign, hours = 0, minutes = 0, seconds = 0] = WRITTEN_OFFSET.exec(written) ?? [];
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return sign === '-' ? -offset : offset;
}
