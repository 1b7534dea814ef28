import { toEpochInZone, wallClockAt, toWeekday, type WallClock } from '@ticketgate/sdk';

import type { WorkingCalendar } from './working-calendar.js';

/** How far a target may lie in the future before we call it unreachable (a calendar without any working hours). */
const HORIZON_DAYS = 3660;

/**
 * The epoch at which `seconds` of working time have passed since `start`; undefined when the calendar never works that long.
 *
 * @example
 * // Mon-Fri 08:00-20:59: 60 minutes from a Saturday end on Monday at 09:00.
 */
export function addWorkingTime(start: number, seconds: number, calendar: WorkingCalendar): number | undefined {
  if (seconds <= 0) return start;
  let remaining = seconds;
  for (const period of workingPeriods(start, calendar)) {
    const length = period.to - period.from;
    if (length >= remaining) return period.from + remaining;
    remaining -= length;
  }
  return undefined;
}

/** Seconds of working time between two epochs; 0 when `end` is not after `start`. */
export function workingTimeBetween(start: number, end: number, calendar: WorkingCalendar): number {
  if (end <= start) return 0;
  let total = 0;
  for (const period of workingPeriods(start, calendar, end)) {
    if (period.from >= end) break;
    total += Math.min(period.to, end) - period.from;
  }
  return total;
}

interface Period {
  readonly from: number;
  readonly to: number;
}

/** Periods of work after `start`, in order, cut at `start`. Days after that of `end` are not looked at. */
function* workingPeriods(start: number, calendar: WorkingCalendar, end = Infinity): Generator<Period> {
  const today = { ...wallClockAt(start, calendar.zone), hour: 0, minute: 0, second: 0 };
  for (let offset = 0; offset < HORIZON_DAYS && offset < (end - start) / 86_400 + 2; offset += 1) {
    for (const period of listPeriods(dayAfter(today, offset), calendar)) {
      if (period.to > start) yield { from: Math.max(period.from, start), to: period.to };
    }
  }
}

function listPeriods(day: WallClock, calendar: WorkingCalendar): readonly Period[] {
  const hours = calendar.hours[toWeekday(day)] ?? new Set<number>();
  if (hours.size === 0 || calendar.isVacation(day)) return [];
  const periods: Period[] = [];
  for (let hour = 0; hour < 24; hour += 1) {
    if (!hours.has(hour)) continue;
    const first = hour;
    while (hours.has(hour + 1)) hour += 1;
    const from = toEpochInZone({ ...day, hour: first }, calendar.zone);
    const to = toEpochInZone(hour === 23 ? dayAfter(day, 1) : { ...day, hour: hour + 1 }, calendar.zone);
    periods.push({ from, to });
  }
  return periods;
}

function dayAfter(day: WallClock, days: number): WallClock {
  // Noon UTC: the date arithmetic of Date, out of reach of any daylight saving.
  const date = new Date(Date.UTC(day.year, day.month - 1, day.day + days, 12));
  return { ...day, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
