/** Formats moments as the family stores them: `YYYY-MM-DD HH:MM:SS` in the system time zone, without offset. */
export type FormatTime = (time: Date) => string;

/** @param zone an IANA name such as `Europe/Berlin`; an unknown one counts as UTC */
export function createFormatTime(zone: string): FormatTime {
  // Created when needed: the language tables load slowly, and a start does not need them.
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= formatIn(zone);
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
    return `${read('year')}-${read('month')}-${read('day')} ${read('hour')}:${read('minute')}:${read('second')}`;
  };
}

const PARTS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const;

function formatIn(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-CA', { ...PARTS, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { ...PARTS, timeZone: 'UTC' });
  }
}
