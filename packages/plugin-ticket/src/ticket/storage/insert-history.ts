import { childRows, sql, type Sql } from '@ticketgate/postgres';

import type { DraftedHistory } from '../ticket-draft.js';
import type { TicketWrite } from './ticket-write.js';

const rows = childRows(({ draft }: TicketWrite) => draft.history);
const each = (read: (row: DraftedHistory) => unknown) => rows.value(read);

/**
 * Adds the history of tickets in its order. The entry of a creation ends with the id of the ticket.
 *
 * @param source the tickets, each with the `article_id` of the article that is written with it, or null
 */
export function insertHistory(source: string): Sql<readonly TicketWrite[]> {
  return sql<readonly TicketWrite[]>`history as (
  insert into ticket_history (name, history_type_id, ticket_id, article_id, queue_id, owner_id, priority_id, state_id, type_id,
    create_time, create_by, change_time, change_by)
  select h.name || case when h.is_creation then ticket_id::text else '' end, h.history_type_id, ticket_id,
    case when h.is_of_article then article_id end, h.queue_id, h.owner_id, h.priority_id, h.state_id, h.type_id,
    written_at, h.user_id, written_at, h.user_id
  from ${source} join unnest(${rows.position}::int[], ${each((row) => row.name)}::text[], ${rows.value(typeID)}::int[],
    ${each((row) => row.isOfArticle)}::boolean[], ${each((row) => row.queueID)}::int[], ${each((row) => row.ownerID)}::int[],
    ${each((row) => row.priorityID)}::int[], ${each((row) => row.stateID)}::int[], ${each((row) => row.typeID)}::int[],
    ${each((row) => row.userID)}::int[], ${each(isCreation)}::boolean[])
    with ordinality as h (position, name, history_type_id, is_of_article, queue_id, owner_id, priority_id, state_id, type_id,
    user_id, is_creation, number) using (position)
  order by h.number
)`;
}

/** Articles of new tickets have the same type. */
function isCreation({ type, isOfArticle }: DraftedHistory): boolean {
  return type === 'NewTicket' && !isOfArticle;
}

function typeID({ type }: DraftedHistory, { historyTypes }: TicketWrite): number {
  const known = historyTypes.byName(type);
  if (known !== undefined) return known.id;
  throw new Error(`The table ticket_history_type has no row named ${type}; add it as the family's systems have it.`);
}
