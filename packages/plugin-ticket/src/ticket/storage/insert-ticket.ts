import type { Database } from '@ticketgate/sdk';

import { sql, statement } from '../../sql/sql.js';
import { insertArticle } from './insert-article.js';
import { insertHistory } from './insert-history.js';
import { storeDetails, time, userID, type ArticleWrite, type WriteDetails } from './ticket-write.js';

/** A ticket that does not exist yet, with its first article. */
export interface TicketInsert extends ArticleWrite {
  readonly number: string;
  readonly fieldWrites: WriteDetails['fieldWrites'];
}

export interface StoredIDs {
  readonly ticketID: number;
  readonly articleID: number;
}

// One statement for everything that every ticket has: a create costs one round trip.
const INSERT = statement(sql<TicketInsert>`
with written as (
  insert into ticket (tn, title, queue_id, ticket_lock_id, type_id, service_id, sla_id, user_id, responsible_user_id,
    ticket_priority_id, ticket_state_id, customer_id, customer_user_id, timeout, until_time, escalation_time,
    escalation_update_time, escalation_response_time, escalation_solution_time, archive_flag,
    create_time, create_by, change_time, change_by)
  values (${({ number }) => number}, ${({ draft }) => draft.columns.title}, ${({ draft }) => draft.columns.queueID},
    ${({ draft }) => draft.columns.lockID}, ${({ draft }) => draft.columns.typeID}, ${({ draft }) => draft.columns.serviceID},
    ${({ draft }) => draft.columns.slaID}, ${({ draft }) => draft.columns.ownerID},
    ${({ draft }) => draft.columns.responsibleID}, ${({ draft }) => draft.columns.priorityID},
    ${({ draft }) => draft.columns.stateID}, ${({ draft }) => draft.columns.customerID},
    ${({ draft }) => draft.columns.customerUserID}, ${({ draft }) => draft.columns.timeout},
    ${({ draft }) => draft.columns.untilTime}, ${({ escalation }) => escalation.escalationTime},
    ${({ escalation }) => escalation.updateTime}, ${({ escalation }) => escalation.responseTime},
    ${({ escalation }) => escalation.solutionTime}, ${({ draft }) => draft.columns.archiveFlag},
    ${time}::timestamp, ${userID}, ${time}::timestamp, ${userID})
  returning id
), ${insertArticle}, ticket_seen as (
  insert into ticket_flag (ticket_id, ticket_key, ticket_value, create_time, create_by)
  select id, 'Seen', '1', ${time}::timestamp, ${userID} from written
), ${insertHistory('(select id from added)', "h.name || case when h.position = 1 then written.id::text else '' end")}
select ticket_id as "ticketID", id as "articleID" from added`);

/** Writes a new ticket: all of it or nothing. */
export async function storeNewTicket(database: Database, ticket: TicketInsert): Promise<StoredIDs> {
  const { fieldWrites, article } = ticket;
  if (fieldWrites.length === 0 && article.prepared.attachments.length === 0) return insertTicket(database, ticket);
  return database.withTransaction(async (transaction) => {
    const ids = await insertTicket(transaction, ticket);
    await storeDetails(transaction, ticket, { ...ids, time: ticket.time, userID: ticket.draft.userID });
    return ids;
  });
}

async function insertTicket(database: Database, ticket: TicketInsert): Promise<StoredIDs> {
  const [ids] = await database.query<StoredIDs>(INSERT.text, INSERT.valuesOf(ticket));
  if (ids === undefined) throw new Error('The database returned no ids for a new ticket.');
  return ids;
}
