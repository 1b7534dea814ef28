import type { Database } from '@ticketgate/sdk';

import { sql, statement } from '../../sql/sql.js';
import type { StoredTicket } from '../read-tickets.js';
import { insertArticle } from './insert-article.js';
import { insertHistory } from './insert-history.js';
import { storeDetails, time, userID, type NewArticle, type TicketWrite, type WriteDetails } from './ticket-write.js';

/** A ticket that changes. */
export interface TicketUpdate extends TicketWrite {
  /** The row that the update was worked out from. */
  readonly stored: StoredTicket;
}

const ticketID = ({ stored }: TicketUpdate): number => stored.id;

const updateTicket = sql<TicketUpdate>`written as (
  update ticket set title = ${({ draft }) => draft.columns.title}, queue_id = ${({ draft }) => draft.columns.queueID},
    ticket_lock_id = ${({ draft }) => draft.columns.lockID}, type_id = ${({ draft }) => draft.columns.typeID},
    service_id = ${({ draft }) => draft.columns.serviceID}, sla_id = ${({ draft }) => draft.columns.slaID},
    user_id = ${({ draft }) => draft.columns.ownerID}, responsible_user_id = ${({ draft }) => draft.columns.responsibleID},
    ticket_priority_id = ${({ draft }) => draft.columns.priorityID}, ticket_state_id = ${({ draft }) => draft.columns.stateID},
    customer_id = ${({ draft }) => draft.columns.customerID}, customer_user_id = ${({ draft }) => draft.columns.customerUserID},
    timeout = ${({ draft }) => draft.columns.timeout}, until_time = ${({ draft }) => draft.columns.untilTime},
    archive_flag = ${({ draft }) => draft.columns.archiveFlag}, escalation_time = ${({ escalation }) => escalation.escalationTime},
    escalation_response_time = ${({ escalation }) => escalation.responseTime},
    escalation_update_time = ${({ escalation }) => escalation.updateTime},
    escalation_solution_time = ${({ escalation }) => escalation.solutionTime},
    change_time = ${time}::timestamp, change_by = ${({ draft }) => draft.changedBy ?? draft.userID}
  where id = ${ticketID} and xmin = ${({ stored }) => stored.version}::xid
  returning id
)`;

const UPDATE = statement(sql<TicketUpdate>`
with ${updateTicket}, ${insertHistory('null::bigint')}
select null as "articleID" from written`);

const UPDATE_WITH_ARTICLE = statement(sql<TicketUpdate & { readonly article: NewArticle }>`
with ${updateTicket}, ${insertArticle}, unseen as (
  -- Other agents have something new to read.
  delete from ticket_flag using added where ticket_flag.ticket_id = ${ticketID} and ticket_key = 'Seen' and create_by <> ${userID}
), ${insertHistory('(select id from added)')}
select id as "articleID" from added`);

interface WrittenRow {
  readonly articleID: number | null;
}

/** The trace of a write. */
export interface WrittenUpdate {
  /** The new article, if there is one. */
  readonly articleID: number | undefined;
}

/**
 * Writes a ticket, its history in order, and its new article with one statement; attachments and dynamic fields with one each.
 * Undefined, and nothing is written, when the ticket is no longer the row that was read.
 */
export async function storeUpdate(
  database: Database,
  write: TicketUpdate & WriteDetails,
): Promise<WrittenUpdate | undefined> {
  const { article, draft, stored } = write;
  const [row] =
    article === undefined
      ? await database.query<WrittenRow>(UPDATE.text, UPDATE.valuesOf(write))
      : await database.query<WrittenRow>(UPDATE_WITH_ARTICLE.text, UPDATE_WITH_ARTICLE.valuesOf({ ...write, article }));
  if (row === undefined) return undefined;
  const articleID = row.articleID ?? undefined;
  await storeDetails(database, write, { ticketID: stored.id, articleID, time: write.time, userID: draft.userID });
  return { articleID };
}
