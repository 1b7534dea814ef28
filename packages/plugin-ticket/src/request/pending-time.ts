import {
  toEpoch,
  toEpochInZone,
  isData,
  isRealTime,
  parseTimestamp,
  wallClockAt,
  type Data,
  type WallClock,
} from '@ticketgate/sdk';

import type { Moment } from '../time/moment.js';
import { isText, toText, trimMembers } from './family-values.js';

/** Maximum of `ticket.until_time`. */
const LATEST = 2 ** 31 - 1;
const PARTS = ['Year', 'Month', 'Day', 'Hour', 'Minute'] as const;

/** What can be written, for messages. */
export const PENDING_TIMES = 'Diff in minutes, at least 1, or Year, Month, Day, Hour and Minute of a time before 2038';

/**
 * Reads `Ticket.PendingTime`: `{ Diff: <minutes> }`, or in the system's time zone Year, Month, Day, Hour and Minute, or
 * `{ String: 'YYYY-MM-DD HH:MM:SS' }`.
 *
 * @returns seconds since 1970; 0 for a valid time that cannot be stored (`Diff: 0`, no hour, after 2038); undefined if it is invalid
 */
export function readPendingTime(value: unknown, moment: Moment): number | undefined {
  if (!isData(value)) return undefined;
  const epoch = readEpoch(trimMembers(value), moment);
  return epoch === undefined || Math.abs(epoch) <= LATEST ? epoch : 0;
}

/** Whether the clocks of `zone` go forward over a time, which was read as `epoch`. */
export function isSkipped(value: unknown, epoch: number, zone: string): boolean {
  if (epoch === 0 || !isData(value) || 'Diff' in value) return false;
  const { Year, Hour, Minute, String: text } = value;
  const [, hour, minute] = Year === undefined ? (/(\d+):(\d+):\d+\s*$/.exec(toText(text)) ?? []) : ['', Hour, Minute];
  const clock = wallClockAt(epoch, zone);
  return hour !== undefined && (Number(hour) !== clock.hour || Number(minute) !== clock.minute);
}

function readEpoch(time: Data, { now, zone }: Moment): number | undefined {
  if ('Diff' in time) return readDiff(time, now);
  if (time.Year !== undefined || !isText(time.String)) return readAbsolute(time, zone);
  const date = parseTimestamp(String(time.String), zone);
  return date && toEpoch(date);
}

function readDiff(time: Data, now: Date): number | undefined {
  const minutes = toText(time.Diff);
  if (Object.keys(time).length !== 1 || !/^\d+$/.test(minutes)) return undefined;
  return minutes === '0' ? 0 : toEpoch(now) + Number(minutes) * 60;
}

function readAbsolute(time: Data, zone: string): number | undefined {
  const given = PARTS.filter((part) => time[part] !== undefined && time[part] !== null);
  if (!given.every((part) => isText(time[part]) && /^\d+$/.test(toText(time[part])))) return undefined;
  if (!['Year', 'Month', 'Day'].every((part) => isText(time[part]))) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = PARTS.map((part) => Number(toText(time[part]) || 0));
  const clock: WallClock = { year, month, day, hour, minute, second: 0 };
  if (!isRealTime(clock)) return undefined;
  return given.length === PARTS.length ? toEpochInZone(clock, zone) : 0;
}
