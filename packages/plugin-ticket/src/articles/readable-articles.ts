import { anyInList } from '@ticketgate/database/postgres';

import { loadNamedTickets, type ReadSources } from '../permission/readable-tickets.js';
import { ticketPermission } from '../permission/ticket-permission.js';
import { denied } from '../request/input-errors.js';

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
  const tickets = await loadNamedTickets(database, ticketIDs, { settings });
  for (const ticket of tickets.values()) if (!permission.allows(ticket, 'ro')) throw articleDenied(operation);
  return ticketIDs;
}

/** The error for unknown and forbidden articles, which clients cannot tell apart. */
export function articleDenied(operation: string): Error {
  return denied(operation, 'There is no such article, or the caller may not read it.');
}
