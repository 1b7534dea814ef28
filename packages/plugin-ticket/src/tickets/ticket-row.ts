import type { Database } from '@ticketgate/sdk';

/** A ticket as it is stored, with what its readers need beside its columns. Times in epoch seconds, timestamps as text. */
export interface TicketRow {
  readonly id: number;
  readonly number: string;
  readonly title: string | null;
  readonly queueID: number;
  readonly lockID: number;
  readonly typeID: number | null;
  readonly serviceID: number | null;
  readonly slaID: number | null;
  readonly ownerID: number;
  readonly responsibleID: number | null;
  readonly priorityID: number;
  readonly stateID: number;
  readonly customerID: string | null;
  readonly customerUserID: string | null;
  readonly timeout: number;
  readonly untilTime: number;
  readonly escalationTime: number;
  readonly escalationUpdateTime: number;
  readonly escalationResponseTime: number;
  readonly escalationSolutionTime: number;
  readonly archiveFlag: number;
  readonly created: string;
  readonly createBy: number;
  readonly changed: string;
  readonly changeBy: number;
  /** Sum of the accounted time. */
  readonly timeUnit: number;
  readonly watcherIDs: readonly number[];
}

const LOAD = `
select t.id, t.tn as number, t.title, t.queue_id as "queueID", t.ticket_lock_id as "lockID", t.type_id as "typeID",
  t.service_id as "serviceID", t.sla_id as "slaID", t.user_id as "ownerID", t.responsible_user_id as "responsibleID",
  t.ticket_priority_id as "priorityID", t.ticket_state_id as "stateID", t.customer_id as "customerID",
  t.customer_user_id as "customerUserID", t.timeout, t.until_time as "untilTime", t.escalation_time as "escalationTime",
  t.escalation_update_time as "escalationUpdateTime", t.escalation_response_time as "escalationResponseTime",
  t.escalation_solution_time as "escalationSolutionTime", t.archive_flag as "archiveFlag", t.create_time as created,
  t.create_by as "createBy", t.change_time as changed, t.change_by as "changeBy",
  coalesce((select sum(time_unit) from time_accounting where ticket_id = t.id), 0)::float8 as "timeUnit",
  array(select user_id from ticket_watcher where ticket_id = t.id) as "watcherIDs"
from ticket t
where t.id = any($1::bigint[])`;

/** Reads any number of tickets with one statement, by id. */
export async function loadTickets(database: Database, ids: readonly number[]): Promise<ReadonlyMap<number, TicketRow>> {
  const rows = await database.query<TicketRow>(LOAD, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
