import type { Database } from '@ticketgate/sdk';

import { anyInList } from '../any-in-list.js';

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
  /** Agents in its history, where they were asked for. */
  readonly involvedIDs: readonly number[];
  /** Only where they were asked for. */
  readonly milestones?: TicketMilestones;
}

/** What happened first and last, for the extended fields. Timestamps; undefined for what did not happen. */
export interface TicketMilestones {
  /** The first visible article of an agent. */
  readonly firstResponse?: string;
  readonly firstLock?: string;
  /** The last time that the ticket was closed. */
  readonly closed?: string;
  /** The states that the ticket went through, oldest first. */
  readonly states: readonly { readonly stateID: number; readonly time: string }[];
}

/** What is read beside the columns, with the same statement. */
export interface TicketDetail {
  readonly hasMilestones?: boolean;
  readonly hasInvolved?: boolean;
}

const COLUMNS = `t.id, t.tn as number, t.title, t.queue_id as "queueID", t.ticket_lock_id as "lockID", t.type_id as "typeID",
  t.service_id as "serviceID", t.sla_id as "slaID", t.user_id as "ownerID", t.responsible_user_id as "responsibleID",
  t.ticket_priority_id as "priorityID", t.ticket_state_id as "stateID", t.customer_id as "customerID",
  t.customer_user_id as "customerUserID", t.timeout, t.until_time as "untilTime", t.escalation_time as "escalationTime",
  t.escalation_update_time as "escalationUpdateTime", t.escalation_response_time as "escalationResponseTime",
  t.escalation_solution_time as "escalationSolutionTime", t.archive_flag as "archiveFlag", t.create_time as created,
  t.create_by as "createBy", t.change_time as changed, t.change_by as "changeBy",
  coalesce((select sum(time_unit) from time_accounting where ticket_id = t.id), 0)::float8 as "timeUnit",
  array(select user_id from ticket_watcher where ticket_id = t.id) as "watcherIDs"`;

const INVOLVED = `,
  array(select distinct create_by from ticket_history where ticket_id = t.id) as "involvedIDs"`;
const NOT_INVOLVED = `, '{}'::int[] as "involvedIDs"`;

const FROM = `
from ticket t
where t.id = ${anyInList('$1', 'bigint[]')}`;

// Times as text, since JSON would write them with a T.
const MILESTONES = `,
  (select jsonb_strip_nulls(jsonb_build_object(
    'firstResponse', (select min(a.create_time)::text from article a
      join article_sender_type s on s.id = a.article_sender_type_id and s.name = 'agent'
      where a.ticket_id = t.id and a.is_visible_for_customer = 1),
    'firstLock', (select min(h.create_time)::text from ticket_history h
      join ticket_history_type y on y.id = h.history_type_id and y.name = 'Lock'
      where h.ticket_id = t.id),
    'closed', max(phase.create_time) filter (where phase.is_closed)::text,
    'states', coalesce(jsonb_agg(jsonb_build_object('stateID', phase.state_id, 'time', phase.create_time::text)
      order by phase.create_time, phase.id), '[]')))
  from (select h.id, h.state_id, h.create_time, st.valid_id = 1 and tt.name = 'closed' as is_closed from ticket_history h
    join ticket_history_type y on y.id = h.history_type_id and y.name in ('NewTicket', 'StateUpdate')
    join ticket_state st on st.id = h.state_id
    join ticket_state_type tt on tt.id = st.type_id
    where h.ticket_id = t.id) phase) as milestones`;

/** The columns of a {@link TicketRow} without milestones and history, of a row `t` of `ticket`. */
export const TICKET_COLUMNS = COLUMNS + NOT_INVOLVED;

// A text for each need and no parameters: a plan that depends on values is made anew for each request.
const LOAD = {
  plain: `select ${TICKET_COLUMNS}${FROM}`,
  milestones: `select ${TICKET_COLUMNS}${MILESTONES}${FROM}`,
  involved: `select ${COLUMNS}${INVOLVED}${FROM}`,
  all: `select ${COLUMNS}${INVOLVED}${MILESTONES}${FROM}`,
};

/** Reads any number of tickets with one statement, by id. */
export async function loadTickets(
  database: Database,
  ids: readonly number[],
  { hasMilestones = false, hasInvolved = false }: TicketDetail = {},
): Promise<ReadonlyMap<number, TicketRow>> {
  const text = hasInvolved ? LOAD[hasMilestones ? 'all' : 'involved'] : LOAD[hasMilestones ? 'milestones' : 'plain'];
  const rows = await database.query<TicketRow>(text, [ids]);
  return new Map(rows.map((row) => [row.id, row]));
}
