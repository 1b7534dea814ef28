import { toEpoch, systemTimeZone, type Data, parseEpoch } from '@ticketgate/sdk';

import { presentColumns, type TicketFieldSources, type TicketRow } from '../../columns/ticket-columns.js';
import { findEscalationTargets } from '../../escalation/escalation-times.js';
import { presentEscalation } from '../../escalation/present-escalation.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { readWorkingCalendar, type WorkingCalendar } from '../../time/working-calendar.js';
import { suspendStates } from '../../escalation/load-escalation-history.js';
import { workingTimeBetween } from '../../time/working-time.js';
import type { ReadTicket } from './read-tickets.js';

/** Cached data for presenting tickets. */
export async function ticketFieldSources(context: TicketContext): Promise<TicketFieldSources> {
  const { accounts, services, settings } = context;
  const [catalogue, directory] = await Promise.all([services.catalogue.current(), accounts.directory()]);
  return { catalogue, directory, settings, now: context.now(), zone: systemTimeZone(settings) };
}

/** The members of a ticket that every reader gets (`docs/compatibility.md`), without `TimeUnit`. */
export function presentTicket(row: TicketRow, sources: TicketFieldSources): Record<string, unknown> {
  return Object.assign(presentColumns(row, sources), presentTimes(row, sources));
}

function presentTimes(row: TicketRow, { catalogue, settings, now, zone }: TicketFieldSources): Data {
  const targets = findEscalationTargets(row, { catalogue, settings });
  if (targets === undefined) return {};
  return presentEscalation({
    times: row,
    stateType: catalogue.states.byID(row.stateID)?.typeName ?? '',
    targets,
    calendar: readWorkingCalendar(settings, targets.calendar),
    now: toEpoch(now),
    zone,
  });
}

/**
 * The members that `Extended` adds, each only when there is something to say (`docs/compatibility.md`). The row
 * must have been loaded with its milestones.
 */
export function presentExtendedFields(row: ReadTicket, sources: TicketFieldSources): Data {
  const { zone, settings } = sources;
  const { firstResponse, firstLock, closed } = row.milestones ?? {};
  const targets = findEscalationTargets(row, sources);
  const calendar = readWorkingCalendar(settings, targets?.calendar ?? '');
  const clock = { created: parseEpoch(row.created, zone), calendar };
  const fields: Record<string, unknown> = {};
  if (firstResponse !== undefined) {
    fields.FirstResponse = firstResponse;
    const used = workingTimeBetween(clock.created, parseEpoch(firstResponse, zone), calendar);
    if (targets?.firstResponseTime)
      Object.assign(fields, presentUsed('FirstResponse', used, targets.firstResponseTime));
  }
  if (firstLock !== undefined) fields.FirstLock = firstLock;
  if (closed !== undefined) {
    fields.Closed = closed;
    Object.assign(
      fields,
      presentUsed('Solution', solutionTime(row, { ...clock, closed }, sources), targets?.solutionTime),
    );
  }
  return fields;
}

/** Minutes that were used, and those that were left of a target. */
function presentUsed(prefix: string, seconds: number, target = 0): Data {
  const used = Math.round(seconds / 60);
  return { [`${prefix}InMin`]: used, ...(target > 0 && { [`${prefix}DiffInMin`]: target - used }) };
}

interface SolvedTicket {
  /** Seconds since 1970. */
  readonly created: number;
  readonly closed: string;
  readonly calendar: WorkingCalendar;
}

/** Working seconds until the ticket was last closed, without periods in which it was closed or suspended. */
function solutionTime(
  { milestones }: ReadTicket,
  { closed, created, calendar }: SolvedTicket,
  { catalogue, settings, zone }: TicketFieldSources,
): number {
  const end = parseEpoch(closed, zone);
  const suspending = suspendStates(settings);
  let total = 0;
  let start = created;
  let isCounted = true;
  for (const { stateID, time } of milestones?.states ?? []) {
    const next = Math.min(parseEpoch(time, zone), end);
    if (isCounted) total += workingTimeBetween(start, next, calendar);
    const state = catalogue.states.byID(stateID);
    isCounted = state?.typeName !== 'closed' && !suspending.has(state?.name ?? '');
    start = next;
  }
  return isCounted ? total + workingTimeBetween(start, end, calendar) : total;
}
