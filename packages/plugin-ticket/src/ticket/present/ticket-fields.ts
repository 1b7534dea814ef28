import { epochOf, systemTimeZone, type Data } from '@ticketgate/sdk';

import { presentColumns, type TicketFieldSources, type TicketRow } from '../../columns/ticket-columns.js';
import { escalationTargetsOf } from '../../escalation/escalation-times.js';
import { presentEscalation } from '../../escalation/present-escalation.js';
import type { TicketContext } from '../../plugin/ticket-system.js';
import { readWorkingCalendar } from '../../time/working-calendar.js';

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
  const targets = escalationTargetsOf(row, { catalogue, settings });
  if (targets === undefined) return {};
  return presentEscalation({
    times: row,
    stateType: catalogue.states.byID(row.stateID)?.typeName ?? '',
    targets,
    calendar: readWorkingCalendar(settings, targets.calendar),
    now: epochOf(now),
    zone,
  });
}
