import type { NewEvent } from '@ticketgate/sdk';

/** An event for one consumer. */
export interface QueuedEvent extends NewEvent {
  readonly consumer: string;
  /** The client waits for it. */
  readonly waits?: boolean;
  /** The consumer is notified at the commit: such transactions commit one after the other in PostgreSQL. */
  readonly notify?: boolean;
}

/** As `insertEvents` takes it. */
export function eventRow(event: QueuedEvent, now: Date): string {
  return textOf(rowOf(event, now));
}

/** The row of an event whose data refers to ids that are not known yet. */
export function plannedRow(event: QueuedEvent, now: Date): string {
  return textOf(rowOf(event, now), LATER);
}

function rowOf({ consumer, name, key, data, waits = false, notify = false }: QueuedEvent, now: Date): object {
  return { consumer, name, key, at: now.toISOString(), data, ...(waits && { waits }), ...(notify && { notify }) };
}

/** The marks of `later`, also within a key. */
const LATER = /^[^\0]*\0[a-z_]+\0[^\0]*$/;

const MARKS = /\\u0000[a-z_]+\\u0000/g;

/** Serializes a value without NUL, which PostgreSQL's JSON does not support, except in texts that match `kept`. */
export function textOf(value: object, kept?: RegExp): string {
  const text = JSON.stringify(value);
  // A replacer is slow, and hardly any value needs it.
  if (!(kept === undefined ? text : text.replace(MARKS, '')).includes('\\u0000')) return text;
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'string' && kept?.test(member) !== true ? member.replaceAll('\0', '') : member,
  );
}
