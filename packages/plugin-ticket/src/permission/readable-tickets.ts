import { anyInList } from '@ticketgate/database/postgres';

import { usesInvolvedCheck } from './agent-checks.js';
import { type PermissionSources, type TicketPermission, ticketPermission } from './ticket-permission.js';
import type { TicketContext } from '../plugin/ticket-system.js';
import { readTickets, type ReadTicket } from '../ticket/reading/read-tickets.js';
import type { RequestedTicket } from '../request/read-ticket-ids.js';
import { denied } from '../request/input-errors.js';

/** The data that all reading operations need. */
export interface ReadSources extends PermissionSources {
  readonly context: TicketContext;
}

/** @throws OperationError `<Operation>.AuthFail` for a caller who cannot be authenticated */
export async function readSources(context: TicketContext): Promise<ReadSources> {
  return { context, caller: await context.caller(), catalogue: await context.services.catalogue.current() };
}

/** The distinct ids of the named tickets. */
export function listIDs(named: readonly RequestedTicket[]): readonly number[] {
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
    if (row === undefined || !permission(row, 'ro')) throw deny(ticket);
    return row;
  });
}

const FIND = `select id, ticket_id as "ticketID" from article where id = ${anyInList('$1')}`;

/**
 * Returns the tickets of articles if the caller may read all of them.
 *
 * @param operation its name without the group
 * @throws OperationError `<operation>.AccessDenied`: an article is unknown, or its ticket forbidden
 */
export async function readableArticles(
  articleIDs: readonly number[],
  sources: ReadSources,
  operation: string,
): Promise<readonly number[]> {
  const { database, settings } = sources.context;
  const rows = await database.query<{ id: number; ticketID: number }>(FIND, [articleIDs]);
  if (rows.length < new Set(articleIDs).size) throw articleDenied(operation);
  const ticketIDs = [...new Set(rows.map(({ ticketID }) => ticketID))];
  const permission = await ticketPermission(sources);
  const tickets = await readTickets(database, ticketIDs, { hasInvolved: usesInvolvedCheck(settings) });
  for (const ticket of tickets.values()) if (!permission(ticket, 'ro')) throw articleDenied(operation);
  return ticketIDs;
}

/** The error for unknown and forbidden articles, which clients cannot tell apart. */
export function articleDenied(operation: string): Error {
  return denied(operation, 'There is no such article, or the caller may not read it.');
}
