import type { NewEvent } from '@ticketgate/sdk';

/** An event for one of those who listen to it. */
export interface QueuedEvent extends NewEvent {
  readonly consumer: string;
  /** The client waits for it. */
  readonly waits?: boolean;
}

/** As `insertEvents` takes it. */
export function eventRow(event: QueuedEvent, now: Date): string {
  return textOf(rowOf(event, now));
}

/** The same of an event that names what is made later. */
export function plannedRow(event: QueuedEvent, now: Date): string {
  return textOf(rowOf(event, now), LATER);
}

function rowOf({ consumer, name, key, data, waits }: QueuedEvent, now: Date): object {
  return { consumer, name, key, at: now.toISOString(), data, ...(waits === true ? { waits } : {}) };
}

/** The marks of `later`, also within a key. */
const LATER = /^[^\0]*\0[a-z_]+\0[^\0]*$/;

const MARKS = /\\u0000[a-z_]+\\u0000/g;

/** Without the NULs that PostgreSQL's JSON does not have, but in texts that are kept as they are. */
export function textOf(value: object, kept?: RegExp): string {
  const text = JSON.stringify(value);
  // Nearly always there are no others, and a replacer takes long.
  if (!(kept === undefined ? text : text.replace(MARKS, '')).includes('\\u0000')) return text;
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' && kept?.test(member) !== true ? member.replaceAll('\0', '') : member,
  );
}
