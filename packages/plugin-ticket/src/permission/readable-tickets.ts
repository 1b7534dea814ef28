import type { Database, Settings } from '@ticketgate/sdk';

import { usesInvolvedCheck } from './agent-checks.js';
import type { PermissionSources, TicketPermission } from './ticket-permission.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { readTickets, type ReadTicket } from '../ticket/read-tickets.js';
import type { RequestedTicket } from '../request/read-ticket-ids.js';

/** The data that all reading operations need. */
export interface ReadSources extends PermissionSources {
  readonly context: TicketContext;
}

/** @throws OperationError `<Operation>.AuthFail` for whoever cannot be authenticated */
export async function readSources(context: TicketContext): Promise<ReadSources> {
  return { context, caller: await context.caller(), catalogue: await context.services.catalogue.current() };
}

/** Loads the named tickets that exist, by id. */
export function loadNamedTickets(
  database: Database,
  ids: readonly number[],
  { settings, ...reading }: { settings: Settings; hasMilestones?: boolean; hasLastHistory?: boolean },
): Promise<ReadonlyMap<number, ReadTicket>> {
  return readTickets(database, ids, { ...reading, hasInvolved: usesInvolvedCheck(settings) });
}

/** The distinct ids of the named tickets. */
export function idsOf(named: readonly RequestedTicket[]): readonly number[] {
  return [...new Set(named.flatMap(({ id }) => (id === undefined ? [] : [id])))];
}

/**
 * Returns the named tickets in their order, with duplicates. If one is unknown or forbidden, the whole request is denied with the
 * error that `deny` creates.
 */
export function requireReadable(
  named: readonly RequestedTicket[],
  tickets: ReadonlyMap<number, ReadTicket>,
  { permission, deny }: { readonly permission: TicketPermission; readonly deny: (ticket: RequestedTicket) => Error },
): readonly ReadTicket[] {
  return named.map((ticket) => {
    const row = ticket.id === undefined ? undefined : tickets.get(ticket.id);
    if (row === undefined || !permission.allows(row, 'ro')) throw deny(ticket);
    return row;
  });
}
