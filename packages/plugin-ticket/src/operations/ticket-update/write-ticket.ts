import type { Transaction } from '@ticketgate/sdk';

import type { Entries, CatalogueEntry } from '../../catalogue/catalogue.js';
import type { EscalationTimes } from '../../escalation/escalation-times.js';
import type { TicketDraft } from './changes/ticket-draft.js';

/** All that an update writes to the ticket itself. */
export interface TicketWrite {
  readonly ticketID: number;
  readonly draft: TicketDraft;
  readonly escalation: EscalationTimes;
  /** The article that the update added. */
  readonly articleID: number | undefined;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly time: string;
  readonly historyTypes: Entries<CatalogueEntry>;
}

const WRITE = `
with changed as (
  update ticket set title = $2, queue_id = $3, ticket_lock_id = $4, type_id = $5, service_id = $6, sla_id = $7, user_id = $8,
    responsible_user_id = $9, ticket_priority_id = $10, ticket_state_id = $11, customer_id = $12, customer_user_id = $13,
    timeout = $14, until_time = $15, archive_flag = $16, escalation_time = $17, escalation_response_time = $18,
    escalation_update_time = $19, escalation_solution_time = $20, change_time = $21, change_by = $22
  where id = $1
)
insert into ticket_history (name, history_type_id, ticket_id, article_id, queue_id, owner_id, priority_id, state_id, type_id,
  create_time, create_by, change_time, change_by)
select h.name, h.history_type_id, $1, h.article_id, h.queue_id, h.owner_id, h.priority_id, h.state_id, h.type_id,
  $21, h.user_id, $21, h.user_id
from unnest($23::text[], $24::int[], $25::bigint[], $26::int[], $27::int[], $28::int[], $29::int[], $30::int[], $31::int[])
  with ordinality as h(name, history_type_id, article_id, queue_id, owner_id, priority_id, state_id, type_id, user_id, position)
order by h.position`;

/** Writes the ticket and its history, in order, with one statement, which travels with the end of the transaction. */
export function writeTicket(transaction: Transaction, write: TicketWrite): void {
  const { draft, escalation } = write;
  const columns = draft.columns;
  transaction.send(WRITE, [
    write.ticketID,
    columns.title,
    columns.queue_id,
    columns.ticket_lock_id,
    columns.type_id,
    columns.service_id,
    columns.sla_id,
    columns.user_id,
    columns.responsible_user_id,
    columns.ticket_priority_id,
    columns.ticket_state_id,
    columns.customer_id,
    columns.customer_user_id,
    columns.timeout,
    columns.until_time,
    columns.archive_flag,
    escalation.escalationTime,
    escalation.responseTime,
    escalation.updateTime,
    escalation.solutionTime,
    write.time,
    draft.changedBy ?? draft.userID,
    ...historyColumns(write),
  ]);
}

function historyColumns({ draft, articleID, historyTypes }: TicketWrite): readonly unknown[] {
  const rows = draft.history;
  return [
    rows.map((row) => row.name),
    rows.map((row) => historyTypes.byName(row.type)?.id ?? missingType(row.type)),
    rows.map((row) => (row.isOfArticle ? (articleID ?? null) : null)),
    rows.map((row) => row.snapshot.queueID),
    rows.map((row) => row.snapshot.ownerID),
    rows.map((row) => row.snapshot.priorityID),
    rows.map((row) => row.snapshot.stateID),
    rows.map((row) => row.snapshot.typeID),
    rows.map((row) => row.userID),
  ];
}

function missingType(name: string): never {
  throw new Error(`The table ticket_history_type has no row named ${name}; add it as the family's systems have it.`);
}
