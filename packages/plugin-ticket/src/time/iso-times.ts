import {
  epochOfTimestamp,
  isData,
  systemTimeZone,
  type Data,
  type JsonSchema,
  type OperationContext,
} from '@ticketgate/sdk';

/** Members of answers that are times in the system's zone. */
const TIMES = new Set([
  'Created',
  'Changed',
  'CreateTime',
  'ChangeTime',
  'FirstResponse',
  'FirstLock',
  'Closed',
  'EscalationDestinationDate',
  'FirstResponseTimeDestinationDate',
  'UpdateTimeDestinationDate',
  'SolutionTimeDestinationDate',
]);

const ISO_TIME: JsonSchema = { type: 'string', description: 'In ISO 8601, where the service has `Times: iso`.' };

/** Members of answers, where each time has the neighbour that `Gateway.Times: iso` gives it. */
export function withISOSchema(members: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  const times = Object.keys(members).filter((name) => TIMES.has(name));
  return { ...members, ...Object.fromEntries(times.map((name) => [`${name}ISO`, ISO_TIME])) };
}

/** Whose members are values of clients. */
const FOREIGN = new Set(['DynamicField', 'Attachment']);

const TIMESTAMP = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Where the service has `Gateway.Times: iso`, each time gets a neighbour in ISO 8601: `Created` has `CreatedISO`. */
export function withISOTimes(
  output: Data,
  { binding, settings }: Pick<OperationContext, 'binding' | 'settings'>,
): Data {
  return binding.times === 'iso' ? addTimes(output, systemTimeZone(settings)) : output;
}

function addTimes(data: Data, zone: string): Data {
  const complete: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(data)) {
    complete[name] = FOREIGN.has(name) ? value : within(value, zone);
    if (TIMES.has(name) && typeof value === 'string' && TIMESTAMP.test(value))
      complete[`${name}ISO`] = iso(value, zone);
  }
  return complete;
}

function within(value: unknown, zone: string): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => within(entry, zone));
  return isData(value) ? addTimes(value, zone) : value;
}

/** A timestamp of the zone with the zone's offset at that time. */
function iso(timestamp: string, zone: string): string {
  const minutes = Math.round((epochOfTimestamp(timestamp, 'UTC') - epochOfTimestamp(timestamp, zone)) / 60);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const digits = (value: number) => String(value).padStart(2, '0');
  return `${timestamp.replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${digits(hours)}:${digits(rest)}`;
}
