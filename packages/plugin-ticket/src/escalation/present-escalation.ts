import { formatEpoch, type Data } from '@ticketgate/sdk';

import type { EscalationTargets } from '../catalogue/catalogue.js';
import type { WorkingCalendar } from '../time/working-calendar.js';
import { workingTimeBetween } from '../time/working-time.js';
import { isFinished, type EscalationTimes } from './escalation-times.js';

/** The parts of the block. `now` in seconds since 1970; `zone` is the system's time zone. */
export interface EscalationView {
  readonly times: EscalationTimes;
  readonly stateType: string;
  readonly targets: EscalationTargets;
  readonly calendar: WorkingCalendar;
  readonly now: number;
  readonly zone: string;
}

/**
 * The members of a ticket that say when it escalates (`docs/compatibility.md`); `EscalationTime` among them replaces the
 * stored one. Empty when the ticket is finished.
 */
export function presentEscalation(view: EscalationView): Data {
  if (isFinished(view.stateType)) return {};
  const dues = computeDues(view);
  const [earliest] = [...dues].sort((a, b) => a.time - b.time);
  if (earliest === undefined) return {};
  return {
    ...Object.fromEntries(dues.flatMap((due) => Object.entries(presentDue(due, view)))),
    EscalationDestinationTime: earliest.time,
    EscalationDestinationDate: formatEpoch(earliest.time, view.zone),
    EscalationDestinationIn: hoursAndMinutes(earliest.workingTime),
    EscalationTimeWorkingTime: presentWorkingTime(earliest.workingTime),
    EscalationTime: earliest.time - view.now,
  };
}

/** Times are seconds since 1970; `notify` is in percent. */
function computeDues(view: EscalationView) {
  const { targets, times } = view;
  /** Working time left in seconds, negative when overdue. */
  const until = (time: number): number => {
    if (time >= view.now) return workingTimeBetween(view.now, time, view.calendar);
    return -workingTimeBetween(time, view.now, view.calendar);
  };
  const dues = [
    ['FirstResponse', times.responseTime, targets.firstResponseTime, targets.firstResponseNotify],
    ['Update', times.updateTime, targets.updateTime, targets.updateNotify],
    ['Solution', times.solutionTime, targets.solutionTime, targets.solutionNotify],
  ] as const;
  return dues
    .filter(([, time]) => time > 0)
    .map(([prefix, time, minutes, notify]) => ({ prefix, time, minutes, notify, workingTime: until(time) }));
}

type Due = ReturnType<typeof computeDues>[number];

function presentDue(due: Due, view: EscalationView): Data {
  const { prefix, time } = due;
  return {
    [`${prefix}TimeDestinationTime`]: time,
    [`${prefix}TimeDestinationDate`]: formatEpoch(time, view.zone),
    [`${prefix}Time`]: time - view.now,
    [`${prefix}TimeWorkingTime`]: presentWorkingTime(due.workingTime),
    ...(time <= view.now ? { [`${prefix}TimeEscalation`]: 1 } : {}),
    ...(time > view.now && isNearlyDue(due) ? { [`${prefix}TimeNotification`]: 1 } : {}),
  };
}

/** Whether the percentage of the target time has passed after which agents are notified. */
function isNearlyDue({ minutes, notify, workingTime }: Due): boolean {
  if (notify <= 0 || minutes <= 0) return false;
  return (1 - workingTime / (minutes * 60)) * 100 >= notify;
}

/** Overdue working time is a text in the family, like all numbers built by prefixing a minus. */
function presentWorkingTime(seconds: number): number | string {
  return seconds < 0 ? String(seconds) : seconds + 0;
}

function hoursAndMinutes(seconds: number): string {
  const minutes = Math.trunc(seconds / 60);
  return minutes >= 60 ? `${Math.floor(minutes / 60)}h ${minutes % 60}m` : `${minutes + 0}m`;
}
