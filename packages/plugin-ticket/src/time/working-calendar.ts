import { isData, isTimeZone, systemTimeZone, type Settings, type WallClock } from '@ticketgate/sdk';

/** When people work. */
export type WorkingCalendar = Readonly<ReturnType<typeof readWorkingCalendar>>;

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * The calendar that a queue or SLA names: `''` (or an unknown number) is the default one, `1` to `9` are the settings with the suffix
 * `::Calendar<n>`.
 */
export function readWorkingCalendar(settings: Settings, calendar: string) {
  const suffix = /^[1-9]$/.test(calendar) ? `::Calendar${calendar}` : '';
  const yearly = settings.get(`TimeVacationDays${suffix}`);
  const oneTime = settings.get(`TimeVacationDaysOneTime${suffix}`);
  return {
    zone: chooseZone(settings, suffix),
    /** Working hours (0 to 23) by weekday, 0 is Sunday. */
    hours: readHours(settings.get(`TimeWorkingHours${suffix}`)),
    isVacation: ({ year, month, day }: Pick<WallClock, 'year' | 'month' | 'day'>) => {
      return hasDay(at(yearly, month), day) || hasDay(at(at(oneTime, year), month), day);
    },
  };
}

function chooseZone(settings: Settings, suffix: string): string {
  const zone = suffix === '' ? '' : settings.text(`TimeZone${suffix}`);
  return isTimeZone(zone) ? zone : systemTimeZone(settings);
}

function readHours(value: unknown): readonly ReadonlySet<number>[] {
  return WEEKDAYS.map((name) => {
    const hours: unknown = isData(value) ? value[name] : undefined;
    return new Set(Array.isArray(hours) ? hours.map(Number).filter((hour) => hour >= 0 && hour <= 23) : []);
  });
}

/** Months and days are written with and without a leading zero. */
function at(value: unknown, key: number): unknown {
  if (!isData(value)) return undefined;
  return value[String(key)] ?? value[String(key).padStart(2, '0')];
}

function hasDay(value: unknown, key: number): boolean {
  const entry = at(value, key);
  return entry !== undefined && entry !== null && entry !== '';
}
