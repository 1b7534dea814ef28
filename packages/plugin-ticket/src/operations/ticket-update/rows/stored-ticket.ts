import type { Database } from '@ticketgate/sdk';

import type { PermissionTicket } from '../../../permission/ticket-permission.js';
import type { TicketColumns } from '../changes/ticket-draft.js';

/** A row of `ticket`. */
export interface StoredTicket extends TicketColumns {
  readonly id: number;
  readonly tn: string;
  readonly escalation_time: number;
  readonly escalation_update_time: number;
  readonly escalation_response_time: number;
  readonly escalation_solution_time: number;
  /** `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
  readonly create_time: string;
  readonly create_by: number;
  /** Agents who watch the ticket. */
  readonly watchers: readonly number[];
}

const COLUMNS = `id, tn, title, queue_id, ticket_lock_id, type_id, service_id, sla_id, user_id, responsible_user_id,
  ticket_priority_id, ticket_state_id, customer_id, customer_user_id, timeout, until_time, archive_flag,
  escalation_time, escalation_update_time, escalation_response_time, escalation_solution_time, create_time, create_by,
  array(select w.user_id from ticket_watcher w where w.ticket_id = ticket.id) as watchers`;

/** By its number, or by its id. */
export async function findTicket(
  database: Database,
  key: { number: string } | { id: number },
): Promise<StoredTicket | undefined> {
  const [row] =
    'number' in key
      ? await database.query<StoredTicket>(`select ${COLUMNS} from ticket where tn = $1`, [key.number])
      : await database.query<StoredTicket>(`select ${COLUMNS} from ticket where id = $1`, [key.id]);
  return row;
}

/**
 * The ticket as it is now, and stays until the transaction ends. This is the first lock that any writer takes, so writers of a ticket
 * wait for each other and never in a circle.
 */
export async function lockTicket(transaction: Database, id: number): Promise<StoredTicket | undefined> {
  const [row] = await transaction.query<StoredTicket>(
    `select ${COLUMNS} from ticket where id = $1 for update of ticket`,
    [id],
  );
  return row;
}

/** As permissions are decided by it. */
export function permissionTicket(stored: StoredTicket): PermissionTicket {
  return {
    id: stored.id,
    queueID: stored.queue_id,
    ownerID: stored.user_id,
    responsibleID: stored.responsible_user_id || 1,
    customerID: stored.customer_id,
    customerUserID: stored.customer_user_id,
    watcherIDs: stored.watchers,
  };
}
