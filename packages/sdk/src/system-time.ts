import type { Settings } from './settings.js';

/**
 * A moment as the family stores and answers it: `YYYY-MM-DD HH:MM:SS` in the time zone of the setting `OTOBOTimeZone`, without offset;
 * an unknown zone counts as UTC. Operations call `context.formatTime`.
 */
export function formatSystemTime(moment: Date, settings: Settings): string {
  const parts = new Map(
    formatOf(settings.text('OTOBOTimeZone'))
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${read('year')}-${read('month')}-${read('day')} ${read('hour')}:${read('minute')}:${read('second')}`;
}

// Made when it is needed: the tables of languages take long to load, and a start needs none.
let latest: { readonly zone: string; readonly format: Intl.DateTimeFormat } | undefined;

/** A process has one zone at a time, which an attached system may change. */
function formatOf(zone: string): Intl.DateTimeFormat {
  if (latest?.zone !== zone) latest = { zone, format: makeFormat(zone) };
  return latest.format;
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

function makeFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-CA', { ...PARTS, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { ...PARTS, timeZone: 'UTC' });
  }
}
