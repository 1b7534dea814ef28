import { anyInList, quickIfFew } from '@ticketgate/database/postgres';
import type { Database, SharedRow, SharedStatement } from '@ticketgate/sdk';

import { selectList } from '../../columns/columns.js';
import { TICKET, type TicketRow } from '../../columns/ticket-columns.js';

/** Timestamps of a ticket for the extended fields; undefined if there was no such event. */
interface TicketMilestones {
  /** The first visible article of an agent. */
  readonly firstResponse?: string;
  readonly firstLock?: string;
  /** The last time that the ticket was closed. */
  readonly closed?: string;
  /** All previous states, oldest first. */
  readonly states: readonly { readonly stateID: number; readonly time: string }[];
}

/** Selects the milestones of a row `t` of `ticket`. Times are texts, since JSON would write them with a T. */
const MILESTONES = `(select jsonb_strip_nulls(jsonb_build_object(
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

/** A ticket for answers. */
export interface ReadTicket extends TicketRow {
  /** Sum of the accounted time. */
  readonly timeUnit: number;
  /** The id of its newest history entry, if requested. */
  readonly lastHistoryID?: number | null;
  /** If requested. */
  readonly milestones?: TicketMilestones;
}

/** A ticket with the version of its row, for optimistic locking. */
export interface StoredTicket extends TicketRow {
  /** Differs after each change of the row, also by other systems. */
  readonly version: string;
  /** As in {@link ReadTicket}. */
  readonly lastHistoryID?: number | null;
}

/** Further expressions to select. */
export interface TicketReading {
  readonly hasInvolved?: boolean;
  readonly hasLastHistory?: boolean;
}

const COLUMNS = `${selectList(TICKET)}, array(select user_id from ticket_watcher where ticket_id = t.id) as "watcherIDs"`;

const INVOLVED = `array(select distinct create_by from ticket_history where ticket_id = t.id) as "involvedIDs"`;
const NOT_INVOLVED = `'{}'::int[] as "involvedIDs"`;

const LAST_HISTORY = `(select max(id) from ticket_history where ticket_id = t.id) as "lastHistoryID"`;

const TIME_UNIT = `coalesce((select sum(time_unit) from time_accounting where ticket_id = t.id), 0)::float8 as "timeUnit"`;
const VERSION = 't.xmin::text as version';

/** The columns of a {@link ReadTicket} without milestones and history, of a row `t` of `ticket`. */
export const TICKET_COLUMNS = `${COLUMNS}, ${TIME_UNIT}, ${NOT_INVOLVED}`;

/** Statements by their columns. */
function forReadings<Made>(more: string, make: (columns: string) => Made): (reading: TicketReading) => Made {
  const makeBoth = (involved: string) => {
    const columns = `${COLUMNS}, ${more}, ${involved}`;
    return { plain: make(columns), versioned: make(`${columns}, ${LAST_HISTORY}`) };
  };
  const [others, withInvolved] = [makeBoth(NOT_INVOLVED), makeBoth(INVOLVED)];
  return ({ hasInvolved = false, hasLastHistory = false }) => {
    const { plain, versioned } = hasInvolved ? withInvolved : others;
    return hasLastHistory ? versioned : plain;
  };
}

/** One text per variant, without parameters, so that plans are reused. */
function statement(more: string, end: string): (reading: TicketReading) => string {
  return forReadings(more, (columns) => `select ${columns} from ticket t ${end}`);
}

const ALL = `where t.id = ${anyInList('$1')}`;
const READ = statement(TIME_UNIT, ALL);
const READ_MILESTONES = statement(`${TIME_UNIT}, ${MILESTONES}`, ALL);
const FIND_NUMBER = statement(VERSION, 'where t.tn = $1');
const FIND = forReadings(VERSION, (columns): SharedStatement<number> => {
  const one = `select 1 as position, ${columns} from ticket t where t.id = $1`;
  // The list is hidden from the planner, which would plan again for each number of tickets.
  const many = `select input.position, ${columns} from ticket t, unnest((select $1::bigint[])) with ordinality
  as input (id, position) where t.id = input.id`;
  return {
    sizeOf: () => 0,
    statementFor: (ids) => (ids.length === 1 ? { text: one, values: ids } : { text: many, values: [ids] }),
  };
});
const FIND_ALL = statement(VERSION, ALL);
const LOCK_ALL = `select from ticket t ${ALL} order by t.id for update`;

/** Reads any number of tickets with one statement, by id. */
export async function readTickets(
  database: Database,
  ids: readonly number[],
  { hasMilestones = false, ...reading }: TicketReading & { readonly hasMilestones?: boolean } = {},
): Promise<ReadonlyMap<number, ReadTicket>> {
  const text = (hasMilestones ? READ_MILESTONES : READ)(reading);
  const rows = await database.query<ReadTicket>(text, [ids], quickIfFew(ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** By its number, or by its id. */
export async function findTicket(
  database: Database,
  key: { number: string } | { id: number },
  reading: TicketReading,
): Promise<StoredTicket | undefined> {
  const [row] =
    'number' in key
      ? await database.query<StoredTicket>(FIND_NUMBER(reading), [key.number])
      : [await database.queryTogether<number, StoredTicket & SharedRow>(FIND(reading), key.id)];
  return row;
}

/** Finds the tickets that exist. */
export function findTickets(
  database: Database,
  ids: readonly number[],
  reading: TicketReading,
): Promise<StoredTicket[]> {
  return database.query<StoredTicket>(FIND_ALL(reading), [ids]);
}

/**
 * Finds tickets and locks their rows until the transaction ends. These are the first locks that any writer takes, in the order of
 * their ids, so that writers of a ticket wait for each other without deadlocks. The tickets are read afterwards: a statement that has
 * waited for a lock sees the new row, but an old history.
 */
export async function lockTickets(
  transaction: Database,
  ids: readonly number[],
  reading: TicketReading,
): Promise<StoredTicket[]> {
  await transaction.query(LOCK_ALL, [ids]);
  return findTickets(transaction, ids, reading);
}

/** A ticket in one of its states: every change adds to the history. */
type VersionedTicket = Pick<ReadTicket, 'id' | 'lastHistoryID'>;

/** The `ETag` of a ticket. A weak one: it stands for the state of the ticket, whatever of it is answered and however. */
export function versionTag(ticket: VersionedTicket): string {
  return `W/${quotedTag(ticket)}`;
}

/**
 * Whether a ticket is in one of the states that an `If-Match` names; `*` and no header stand for all. Weak tags count too, since
 * proxies make them of strong ones.
 */
export function matchesVersion(header: string | undefined, ticket: VersionedTicket): boolean {
  if (header === undefined || header.trim() === '*') return true;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(quotedTag(ticket));
}

function quotedTag({ id, lastHistoryID }: VersionedTicket): string {
  return `"${id}-${lastHistoryID ?? 0}"`;
}
