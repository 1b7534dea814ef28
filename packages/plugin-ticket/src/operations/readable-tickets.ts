import type { Caller, OperationContext } from '@ticketgate/sdk';

import { isInvolvementAsked } from '../permission/permission-settings.js';
import { ticketPermission, type PermissionTicket } from '../permission/ticket-permission.js';
import type { TicketSystem } from '../ticket-system.js';
import { loadTickets, type TicketRow } from '../tickets/ticket-row.js';
import type { NamedTicket } from './read-ticket-ids.js';

/** What operations that read tickets share. */
export interface ReadSources {
  readonly context: OperationContext;
  readonly system: TicketSystem;
  readonly caller: Caller;
}

/**
 * All tickets that were named, in their order, duplicates kept: one that is unknown or that the caller may not read denies the whole
 * request with the error that `deny` makes.
 */
export async function loadReadableTickets(
  named: readonly NamedTicket[],
  { context, system, caller }: ReadSources,
  { hasMilestones = false, deny }: { readonly hasMilestones?: boolean; readonly deny: (ticket: NamedTicket) => Error },
): Promise<readonly TicketRow[]> {
  const { accounts, settings, database } = context;
  const ids = named.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const catalogue = await system.catalogue.current();
  const [tickets, permission] = await Promise.all([
    loadTickets(database, [...new Set(ids)], { hasMilestones, hasInvolved: isInvolvementAsked(settings) }),
    ticketPermission(caller, { accounts, catalogue, settings }),
  ]);
  return named.map((ticket) => {
    const row = ticket.id === undefined ? undefined : tickets.get(ticket.id);
    if (row === undefined || !permission.allows(permissionTicketOf(row), 'ro')) throw deny(ticket);
    return row;
  });
}

function permissionTicketOf(row: TicketRow): PermissionTicket {
  return { ...row, responsibleID: row.responsibleID ?? 1, creatorID: row.createBy };
}
