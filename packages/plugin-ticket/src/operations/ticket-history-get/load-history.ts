import type { Database } from '@ticketgate/sdk';

import { groupRows } from '../../sql/group-rows.js';
import { quickFor } from '../../sql/quick-for.js';

/** A row of `ticket_history` as it is read. */
export interface HistoryEntryRow {
  readonly ticketID: number;
  readonly articleID: number | null;
  /** Raw: `%%` separates and leads. */
  readonly name: string;
  readonly historyTypeID: number;
  readonly queueID: number;
  readonly ownerID: number;
  readonly priorityID: number;
  readonly stateID: number;
  readonly typeID: number;
  readonly created: string;
  readonly createBy: number;
}

const LOAD = `
select ticket_id as "ticketID", article_id as "articleID", name, history_type_id as "historyTypeID", queue_id as "queueID",
  owner_id as "ownerID", priority_id as "priorityID", state_id as "stateID", type_id as "typeID", create_time as created,
  create_by as "createBy"
from ticket_history
where ticket_id = any($1::bigint[])
order by ticket_id, create_time, id`;

/** The histories of any number of tickets with one statement, by ticket id, oldest entries first. */
export async function loadHistory(
  database: Database,
  ticketIDs: readonly number[],
): Promise<ReadonlyMap<number, readonly HistoryEntryRow[]>> {
  const rows = await database.query<HistoryEntryRow>(LOAD, [ticketIDs], quickFor(ticketIDs));
  return groupRows(rows, ({ ticketID }) => ticketID);
}
