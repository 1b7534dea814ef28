import type { Database } from '@ticketgate/sdk';

import type { PermissionTicket } from '../permission/ticket-permission.js';

/** The columns of `ticket` that an update may change, with their names. */
export interface TicketColumns {
  readonly title: string | null;
  readonly queue_id: number;
  readonly ticket_lock_id: number;
  readonly type_id: number | null;
  readonly service_id: number | null;
  readonly sla_id: number | null;
  /** The owner. */
  readonly user_id: number;
  readonly responsible_user_id: number;
  readonly ticket_priority_id: number;
  readonly ticket_state_id: number;
  readonly customer_id: string | null;
  readonly customer_user_id: string | null;
  /** When the lock began to run out: seconds since 1970. */
  readonly timeout: number;
  /** The pending time: seconds since 1970, 0 for none. */
  readonly until_time: number;
  readonly archive_flag: number;
}

/** A row of `ticket`. */
export interface StoredTicket extends TicketColumns {
  readonly id: number;
  readonly tn: string;
  /** Changes with each change of the row, whoever makes it. */
  readonly version: string;
  readonly escalation_time: number;
  readonly escalation_update_time: number;
  readonly escalation_response_time: number;
  readonly escalation_solution_time: number;
  /** `YYYY-MM-DD HH:MM:SS` in the system's time zone. */
  readonly create_time: string;
  readonly create_by: number;
  /** Agents who watch the ticket. */
  readonly watchers: readonly number[];
  /** Agents in its history, where they were asked for. */
  readonly involved: readonly number[];
}

/** What is read of a ticket beside its columns. */
export interface TicketReading {
  readonly hasInvolved: boolean;
}

const COLUMNS = `id, tn, xmin::text as version, title, queue_id, ticket_lock_id, type_id, service_id, sla_id, user_id, responsible_user_id,
  ticket_priority_id, ticket_state_id, customer_id, customer_user_id, timeout, until_time, archive_flag,
  escalation_time, escalation_update_time, escalation_response_time, escalation_solution_time, create_time, create_by,
  array(select w.user_id from ticket_watcher w where w.ticket_id = ticket.id) as watchers`;
const INVOLVED = 'array(select distinct h.create_by from ticket_history h where h.ticket_id = ticket.id)';

// Two texts and no parameter: a plan that depends on a value is made anew for each request.
const SELECT = `select ${COLUMNS}, '{}'::int[] as involved from ticket`;
const SELECT_INVOLVED = `select ${COLUMNS}, ${INVOLVED} as involved from ticket`;

function statements(end: string): (reading: TicketReading) => string {
  const plain = `${SELECT} ${end}`;
  const withInvolved = `${SELECT_INVOLVED} ${end}`;
  return ({ hasInvolved }) => (hasInvolved ? withInvolved : plain);
}

const FIND_NUMBER = statements('where tn = $1');
const FIND = statements('where id = $1');
const LOCK = statements('where id = $1 for update of ticket');
const FIND_ALL = statements('where id = any($1)');
const LOCK_ALL = statements('where id = any($1) order by id for update of ticket');

/** By its number, or by its id. */
export async function findTicket(
  database: Database,
  key: { number: string } | { id: number },
  reading: TicketReading,
): Promise<StoredTicket | undefined> {
  const [row] =
    'number' in key
      ? await database.query<StoredTicket>(FIND_NUMBER(reading), [key.number])
      : await database.query<StoredTicket>(FIND(reading), [key.id]);
  return row;
}

/**
 * The ticket as it is now, and stays until the transaction ends. Its row is the first lock that any writer takes, so writers of a
 * ticket wait for each other and never in a circle.
 */
export async function lockTicket(
  transaction: Database,
  id: number,
  reading: TicketReading,
): Promise<StoredTicket | undefined> {
  const [row] = await transaction.query<StoredTicket>(LOCK(reading), [id]);
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
    creatorID: stored.create_by,
    involvedIDs: stored.involved,
  };
}

/** Those of the tickets that exist. */
export function findTickets(
  database: Database,
  ids: readonly number[],
  reading: TicketReading,
): Promise<StoredTicket[]> {
  return database.query<StoredTicket>(FIND_ALL(reading), [ids]);
}

/** As {@link lockTicket} for several; in the order of their ids, so that nobody waits in a circle. */
export function lockTickets(
  transaction: Database,
  ids: readonly number[],
  reading: TicketReading,
): Promise<StoredTicket[]> {
  return transaction.query<StoredTicket>(LOCK_ALL(reading), [ids]);
}
