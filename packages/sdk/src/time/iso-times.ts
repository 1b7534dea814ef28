import { isData, type Data, type JsonSchema } from '../data.js';
import type { OperationContext } from '../operation.js';
import { epochOfTimestamp, systemTimeZone } from './system-time.js';

/** The times in an operation's answers. */
export interface AnsweredTimes<Time extends string = string> {
  /** Names of members that are times in the system's zone, at any depth. */
  readonly members: ReadonlySet<Time>;
  /** Names of members whose contents come from clients and are not converted. */
  readonly foreign: ReadonlySet<string>;
}

const TIMESTAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * Adds the times in ISO 8601 to an answer, for example `CreatedISO` beside `Created`, if the service has `Gateway.Times: iso`.
 *
 * @example
 * return addISOTimes({ Room: 'A1', FreeSince: '2026-11-23 12:00:00' }, { members: new Set(['FreeSince']), foreign: new Set() }, context);
 */
export function addISOTimes(
  output: Data,
  times: AnsweredTimes,
  { binding, settings }: Pick<OperationContext, 'binding' | 'settings'>,
): Data {
  return binding.times === 'iso' ? completed(output, times, systemTimeZone(settings)) : output;
}

const ISO_TIME = { type: 'string', description: 'In ISO 8601, where the service has `Times: iso`.' } as const;

/** The schemas of members and of the times that {@link addISOTimes} adds. */
export type WithISO<Members, Time extends string> = Members & {
  readonly [Name in keyof Members & Time as `${Name}ISO`]: typeof ISO_TIME;
};

/** Adds the schemas of the times that {@link addISOTimes} adds. */
export function addISOSchemas<const Members extends Readonly<Record<string, JsonSchema>>, Time extends string>(
  members: Members,
  times: AnsweredTimes<Time>,
): WithISO<Members, Time> {
  const names = Object.keys(members).filter((name) => (times.members as ReadonlySet<string>).has(name));
  const added = Object.fromEntries(names.map((name) => [`${name}ISO`, ISO_TIME]));
  return { ...members, ...added };
}

function completed(data: Data, times: AnsweredTimes, zone: string): Data {
  const complete: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) {
    complete[name] = times.foreign.has(name) ? value : within(value, times, zone);
    if (times.members.has(name) && typeof value === 'string' && TIMESTAMP.test(value)) {
      complete[`${name}ISO`] = iso(value, zone);
    }
  }
  return complete;
}

function within(value: unknown, times: AnsweredTimes, zone: string): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => within(entry, times, zone));
  return isData(value) ? completed(value, times, zone) : value;
}

/** A timestamp of the zone with the zone's offset at that time. */
function iso(timestamp: string, zone: string): string {
  const minutes = Math.round((epochOfTimestamp(timestamp, 'UTC') - epochOfTimestamp(timestamp, zone)) / 60);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${timestamp.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${digits(hours)}:${digits(rest)}`;
}
