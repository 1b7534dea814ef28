import { sql, type Read, type Sql } from '../../sql/sql.js';
import type { DraftedHistory } from '../ticket-draft.js';
import { time, type TicketWrite } from './ticket-write.js';

/**
 * Adds the history of the ticket of `written`, in its order.
 *
 * @param articleID the expression for the id of the article that is written with it
 */
export function insertHistory(articleID: string, name = 'h.name'): Sql<TicketWrite> {
  return sql<TicketWrite>`history as (
  insert into ticket_history (name, history_type_id, ticket_id, article_id, queue_id, owner_id, priority_id, state_id, type_id,
    create_time, create_by, change_time, change_by)
  select ${name}, h.history_type_id, written.id, case when h.is_of_article then ${articleID} end, h.queue_id, h.owner_id,
    h.priority_id, h.state_id, h.type_id, ${time}::timestamp, h.user_id, ${time}::timestamp, h.user_id
  from written, unnest(${each((row) => row.name)}::text[], ${typeIDs}::int[], ${each((row) => row.isOfArticle)}::boolean[],
    ${each((row) => row.queueID)}::int[], ${each((row) => row.ownerID)}::int[], ${each((row) => row.priorityID)}::int[],
    ${each((row) => row.stateID)}::int[], ${each((row) => row.typeID)}::int[], ${each((row) => row.userID)}::int[])
    with ordinality as h (name, history_type_id, is_of_article, queue_id, owner_id, priority_id, state_id, type_id, user_id,
    position)
  order by h.position
)`;
}

function each(read: (row: DraftedHistory) => unknown): Read<TicketWrite> {
  return ({ draft }) => draft.history.map(read);
}

function typeIDs({ draft, historyTypes }: TicketWrite): readonly number[] {
  return draft.history.map(({ type }) => historyTypes.byName(type)?.id ?? missingType(type));
}

function missingType(name: string): never {
  throw new Error(`The table ticket_history_type has no row named ${name}; add it as the family's systems have it.`);
}
