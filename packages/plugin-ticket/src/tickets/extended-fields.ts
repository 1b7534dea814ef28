import type { Data } from '@ticketgate/sdk';

import { escalationTargetsOf } from '../escalation/escalation-targets.js';
import { suspendStates } from '../escalation/load-facts.js';
import { epochOfTimestamp } from '../time/system-time-zone.js';
import { readWorkingCalendar, type WorkingCalendar } from '../time/working-calendar.js';
import { workingTimeBetween } from '../time/working-time.js';
import type { TicketFieldSources } from './ticket-fields.js';
import type { TicketRow } from './ticket-row.js';

/**
 * The members that `Extended` adds, each only when there is something to say (`docs/compatibility.md`, ticket operations 3.4). The row
 * must have been loaded with its milestones.
 */
export function presentExtendedFields(row: TicketRow, sources: TicketFieldSources): Data {
  const { firstResponse, firstLock, closed } = row.milestones ?? {};
  const targets = escalationTargetsOf({ queueID: row.queueID, slaID: row.slaID ?? undefined }, sources);
  const calendar = readWorkingCalendar(sources.settings, targets?.calendar ?? '');
  const created = epochOfTimestamp(row.created, sources.zone);
  const fields: Record<string, unknown> = {};
  if (firstResponse !== undefined) {
    fields.FirstResponse = firstResponse;
    const target = targets?.firstResponseTime ?? 0;
    const used = minutes(workingTimeBetween(created, epochOfTimestamp(firstResponse, sources.zone), calendar));
    if (target > 0) Object.assign(fields, { FirstResponseInMin: used, FirstResponseDiffInMin: target - used });
  }
  if (firstLock !== undefined) fields.FirstLock = firstLock;
  if (closed !== undefined) {
    const target = targets?.solutionTime ?? 0;
    const used = minutes(solutionTime(row, { closed, created, calendar }, sources));
    Object.assign(fields, { Closed: closed, SolutionInMin: used });
    if (target > 0) fields.SolutionDiffInMin = target - used;
  }
  return fields;
}

function minutes(seconds: number): number {
  return Math.round(seconds / 60);
}

/** Working seconds until the ticket was closed for the last time, without those in which it was closed before or escalation stood still. */
function solutionTime(
  { milestones }: TicketRow,
  {
    closed,
    created,
    calendar,
  }: { readonly closed: string; readonly created: number; readonly calendar: WorkingCalendar },
  { catalogue, settings, zone }: TicketFieldSources,
): number {
  const end = epochOfTimestamp(closed, zone);
  const suspending = suspendStates(settings);
  let total = 0;
  let start = created;
  let isCounted = true;
  for (const { stateID, time } of milestones?.states ?? []) {
    const next = Math.min(epochOfTimestamp(time, zone), end);
    if (isCounted) total += workingTimeBetween(start, next, calendar);
    const state = catalogue.states.byID(stateID);
    isCounted = state?.typeName !== 'closed' && !suspending.has(state?.name ?? '');
    start = next;
  }
  return isCounted ? total + workingTimeBetween(start, end, calendar) : total;
}
