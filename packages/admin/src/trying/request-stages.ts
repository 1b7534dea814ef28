import { flag, named, number, oneOf, type ValueOf } from '@ticketgate/sdk/schema';
import type { DebuggerEntryContent } from '@ticketgate/gateway';

const STAGES = ['route', 'read', 'inbound mapping', 'operation', 'outbound mapping', 'answer'] as const;

/** A part of the way of a request. */
export const stage = named('Stage', {
  stage: oneOf(STAGES, 'What happens meanwhile.'),
  start: number('Milliseconds after the request came.'),
  duration: number('Milliseconds that it took.'),
  isFailed: flag('Whether the request failed there.'),
});
export type Stage = Readonly<ValueOf<typeof stage>>;

/** A clock whose moments are known more exactly than by the millisecond. */
export function exactClock(now: () => Date) {
  const times = new WeakMap<Date, number>();
  return {
    now(): Date {
      const moment = new Date(now());
      times.set(moment, performance.now());
      return moment;
    },
    /** Milliseconds since something that is the same for all moments of this clock. */
    exact: (moment: Date) => times.get(moment) ?? 0,
  };
}

export type ExactClock = ReturnType<typeof exactClock>;

/** The stages of a recorded request, in the order of time. */
export function listStages(points: readonly DebuggerEntryContent[], clock: ExactClock): readonly Stage[] {
  // Who called is recorded last, and stands first.
  const begin = Math.min(...points.map(({ time }) => clock.exact(time)));
  const subjects = new Set(points.map(({ subject }) => subject));
  const stages: Stage[] = [];
  let open: Omit<Stage, 'duration'> | undefined;
  for (const { subject, level, time } of points) {
    const at = clock.exact(time) - begin;
    const next = subject.startsWith(SENT) ? 'end' : stageAt(subject, subjects);
    if (next === undefined) {
      if (open !== undefined && level === 'error') open = { ...open, isFailed: true };
      continue;
    }
    if (open !== undefined) stages.push({ ...open, duration: at - open.start });
    open = next === 'end' ? undefined : { stage: next, start: at, isFailed: false };
  }
  return stages;
}

const SENT = 'Returning provider data';

/** The stage that begins with what was recorded (`docs/request-lifecycle.md`). */
function stageAt(subject: string, subjects: ReadonlySet<string>): Stage['stage'] | undefined {
  if (subject === 'Communication sequence started') return 'route';
  if (subject.startsWith('Detected operation')) return 'read';
  if (subject === 'Incoming data before mapping') {
    return subjects.has('Incoming data after mapping') ? 'inbound mapping' : 'operation';
  }
  if (subject === 'Incoming data after mapping') return 'operation';
  if (subject === 'Outgoing data before mapping') {
    return subjects.has('Outgoing data after mapping') ? 'outbound mapping' : 'answer';
  }
  return subject === 'Outgoing data after mapping' ? 'answer' : undefined;
}
