import { groupRows, quickIfFew } from '@ticketgate/postgres';
import type { Data, Database } from '@ticketgate/sdk';

/** A row of `ticket_history`, with its members as they are answered. */
export interface HistoryEntryRow extends Data {
  readonly TicketID: number;
  readonly HistoryTypeID: number;
}

// The name is raw: `%%` separates and leads. That of the type is looked up in memory, and has its place here.
const LOAD = `
select ticket_id as "TicketID", coalesce(article_id, 0) as "ArticleID", name as "Name", '' as "HistoryType",
  history_type_id as "HistoryTypeID", queue_id as "QueueID", owner_id as "OwnerID", priority_id as "PriorityID", state_id as "StateID", type_id as "TypeID",
  create_time as "CreateTime", create_by as "CreateBy"
from ticket_history
where ticket_id = any($1::bigint[])
order by ticket_id, create_time, id`;

/** The histories of any number of tickets with one statement, by ticket id, oldest entries first. */
export async function loadHistory(
  database: Database,
  ticketIDs: readonly number[],
): Promise<ReadonlyMap<number, readonly HistoryEntryRow[]>> {
  const rows = await database.query<HistoryEntryRow>(LOAD, [ticketIDs], quickIfFew(ticketIDs));
  return groupRows(rows, ({ TicketID }) => TicketID);
}
