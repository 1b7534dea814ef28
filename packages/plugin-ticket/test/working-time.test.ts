import { formatEpoch, formatTimestamp, parseTimestamp, type Settings } from '@ticketgate/sdk';

import { timeSettings } from '../src/plugin/ticket-settings.js';
import { readWorkingCalendar } from '../src/time/working-calendar.js';
import { addWorkingTime, workingTimeBetween } from '../src/time/working-time.js';
import { testSettings } from './support/test-settings.js';

function settingsWith(changes: Readonly<Record<string, unknown>> = {}): Settings {
  return testSettings(timeSettings, { OTOBOTimeZone: 'UTC', ...changes });
}

function epoch(text: string, zone = 'UTC'): number {
  const date = parseTimestamp(text, zone);
  if (date === undefined) throw new Error(`no date: ${text}`);
  return date.getTime() / 1000;
}

describe('working time', () => {
  it.each([
    // A ticket created on a Saturday night, as recorded: targets of 60, 120 and 480 minutes.
    ['2026-11-21 00:17:00', 60, '2026-11-23 09:00:00'],
    ['2026-11-21 00:17:00', 120, '2026-11-23 10:00:00'],
    ['2026-11-21 00:17:00', 480, '2026-11-23 16:00:00'],
    ['2026-11-23 08:30:00', 30, '2026-11-23 09:00:00'],
    ['2026-11-23 20:30:00', 60, '2026-11-24 08:30:00'],
    ['2026-11-23 07:00:00', 780, '2026-11-23 21:00:00'],
    ['2026-11-20 20:59:59', 1, '2026-11-23 08:00:59'],
    ['2026-12-23 20:00:00', 120, '2026-12-28 09:00:00'],
    ['2026-11-23 12:00:00', 0, '2026-11-23 12:00:00'],
  ])('counts from %s %i minutes to %s', (start, minutes, end) => {
    const calendar = readWorkingCalendar(settingsWith(), '');
    const due = addWorkingTime(epoch(start), minutes * 60, calendar);
    expect(due === undefined ? undefined : formatEpoch(due, 'UTC')).toBe(end);
    expect(workingTimeBetween(epoch(start), epoch(end), calendar)).toBe(minutes * 60);
  });

  it('uses the hours, holidays and zone of the named calendar', () => {
    const settings = settingsWith({
      'TimeWorkingHours::Calendar3': { Mon: ['9'], Tue: [23], Wed: [] },
      'TimeVacationDaysOneTime::Calendar3': { 2026: { 11: { 23: 'inventory' } } },
      'TimeZone::Calendar3': 'America/New_York',
    });
    const due = addWorkingTime(epoch('2026-11-21 00:00:00'), 5400, readWorkingCalendar(settings, '3'));
    expect(formatEpoch(due ?? 0, 'America/New_York')).toBe('2026-11-30 09:30:00');
  });

  it('is longer on the day that daylight saving ends', () => {
    const settings = settingsWith({
      OTOBOTimeZone: 'Europe/Berlin',
      TimeWorkingHours: { Sun: Array.from({ length: 24 }, (_, hour) => hour) },
    });
    const calendar = readWorkingCalendar(settings, '');
    const [from, to] = [epoch('2026-10-25 00:00:00', 'Europe/Berlin'), epoch('2026-10-26 00:00:00', 'Europe/Berlin')];
    expect(workingTimeBetween(from, to, calendar)).toBe(25 * 3600);
  });

  it('never ends in a calendar without hours', () => {
    const calendar = readWorkingCalendar(settingsWith({ TimeWorkingHours: {} }), '');
    expect(addWorkingTime(epoch('2026-11-21 00:00:00'), 60, calendar)).toBeUndefined();
    expect(workingTimeBetween(0, epoch('1971-01-01 00:00:00'), calendar)).toBe(0);
  });

  it('looks at no day after the end', () => {
    const calendar = readWorkingCalendar(settingsWith(), '');
    const days: number[] = [];
    const isVacation = (day: { day: number }) => days.push(day.day) > 0;
    expect(
      workingTimeBetween(epoch('2026-11-23 12:00:00'), epoch('2026-11-25 12:00:00'), { ...calendar, isVacation }),
    ).toBe(0);
    expect(days.slice(0, 3)).toEqual([23, 24, 25]);
    expect(days.length).toBeLessThan(6);
  });
});

describe('timestamps', () => {
  it.each([
    ['2026-11-21 00:17:00', 'UTC', '2026-11-21 00:17:00'],
    ['2026-1-2', 'UTC', '2026-01-02 00:00:00'],
    ['2026-1-2 3:4', 'Europe/Berlin', '2026-01-02 02:04:00'],
    ['2026-07-01T12:00:00Z', 'Europe/Berlin', '2026-07-01 12:00:00'],
    ['2026-07-01T12:00:00+02:00', 'UTC', '2026-07-01 10:00:00'],
    ['2026-07-01T12:00:00Europe/Berlin', 'UTC', '2026-07-01 10:00:00'],
    ['2026-03-29 02:30:00', 'Europe/Berlin', '2026-03-29 01:30:00'],
    ['2026-10-25 02:30:00', 'Europe/Berlin', '2026-10-25 00:30:00'],
    ['2026-02-30', 'UTC', undefined],
    ['2026-01-01 24:00:00', 'UTC', undefined],
    ['tomorrow', 'UTC', undefined],
    ['2026-07-01T12:00:00Nowhere/Here', 'UTC', undefined],
  ])('reads %s in %s as %s UTC', (text, zone, expected) => {
    const date = parseTimestamp(text, zone);
    expect(date === undefined ? undefined : formatTimestamp(date, 'UTC')).toBe(expected);
  });
});
