import { toEpoch, parseEpoch, type Directory, type JsonSchema, type Settings } from '@ticketgate/sdk';
import { integer, text, textOrNull } from '@ticketgate/sdk/schema/words';

import type { Catalogue, CatalogueEntry, Entries } from '../catalogue/catalogue.js';
import type { Moment } from '../time/moment.js';
import { columnsWith, compilePresenter, type RowOf } from './columns.js';
import { integerOrText, INTEGER, TEXT, TIME } from './member-schemas.js';

/** Characters that `ticket.customer_id` holds in every system. */
export const CUSTOMER_ID_LENGTH = 150;
/** Characters that `ticket.customer_user_id` holds in every system; hosts may have more. */
export const CUSTOMER_USER_LENGTH = 191;

export interface TicketFieldSources extends Moment {
  readonly catalogue: Catalogue;
  readonly directory: Directory;
  readonly settings: Settings;
}

/** A member that differs from moment to moment. */
export const volatile = <Schema extends JsonSchema>(schema: Schema) => ({ ...schema, volatile: true }) as const;
export const SECONDS = integer('Seconds since 1970; 0 for none.');

const ID_OR_EMPTY = integerOrText('An empty text where there is none.');
const NAME_IF_ANY = text('Only where there is one.');

const column = columnsWith<TicketFieldSources>();

/** What identifies a ticket. */
const KEY = {
  id: column('bigint', 't.id', { TicketID: [INTEGER] }),
  number: column('text', 't.tn', { TicketNumber: [TEXT] }),
};

/** The columns of `ticket` that a write may change. */
export const CHANGED = {
  title: column('text?', 't.title', { Title: [textOrNull()] }),
  queueID: column('int', 't.queue_id', {
    QueueID: [INTEGER],
    Queue: [TEXT, (id, { catalogue }) => toName(catalogue.queues, id)],
    GroupID: [INTEGER, (id, { catalogue }) => catalogue.queues.byID(id)?.groupID ?? 0],
  }),
  stateID: column('int', 't.ticket_state_id', {
    StateID: [INTEGER],
    State: [TEXT, (id, { catalogue }) => toName(catalogue.states, id)],
    StateType: [TEXT, (id, { catalogue }) => catalogue.states.byID(id)?.typeName ?? ''],
  }),
  priorityID: column('int', 't.ticket_priority_id', {
    PriorityID: [INTEGER],
    Priority: [TEXT, (id, { catalogue }) => toName(catalogue.priorities, id)],
  }),
  lockID: column('int', 't.ticket_lock_id', {
    LockID: [INTEGER],
    Lock: [TEXT, (id, { catalogue }) => toName(catalogue.locks, id)],
  }),
  typeID: column('int?', 't.type_id', {
    TypeID: [INTEGER, (id) => id ?? 1],
    Type: [TEXT, (id, { catalogue }) => toName(catalogue.types, id ?? 1)],
  }),
  serviceID: column('int?', 't.service_id', {
    ServiceID: [ID_OR_EMPTY, (id) => id ?? ''],
    Service: [NAME_IF_ANY, (id, { catalogue }) => nameIfAny(catalogue.services, id), 'given'],
  }),
  slaID: column('int?', 't.sla_id', {
    SLAID: [ID_OR_EMPTY, (id) => id ?? ''],
    SLA: [NAME_IF_ANY, (id, { catalogue }) => nameIfAny(catalogue.serviceLevelAgreements, id), 'given'],
  }),
  ownerID: column('int', 't.user_id', {
    OwnerID: [INTEGER],
    Owner: [TEXT, (id, { directory }) => toLogin(id, directory)],
  }),
  /** Old tickets have none; see {@link orFirstAgent}. */
  responsibleID: column('int?', 't.responsible_user_id', {
    ResponsibleID: [INTEGER, (responsibleID) => orFirstAgent({ responsibleID })],
    Responsible: [TEXT, (responsibleID, { directory }) => toLogin(orFirstAgent({ responsibleID }), directory)],
  }),
  customerUserID: column('text?', 't.customer_user_id', { CustomerUserID: [textOrNull()] }),
  customerID: column('text?', 't.customer_id', { CustomerID: [textOrNull()] }),
  archiveFlag: column('int', 't.archive_flag', {
    ArchiveFlag: [{ type: 'string', enum: ['y', 'n'] }, (flag) => (flag === 1 ? 'y' : 'n')],
  }),
  /** When the lock began to run out: seconds since 1970. */
  timeout: column('int', 't.timeout', { UnlockTimeout: [SECONDS] }),
  /** The pending time: seconds since 1970, 0 for none. */
  untilTime: column('int', 't.until_time', {
    RealTillTimeNotUsed: [integer('Until when a pending state waits, in seconds since 1970; 0 for no time.')],
    UntilTime: [
      volatile(integer('Seconds until then, negative when it has passed; 0 for no time.')),
      (time, { now }) => (time === 0 ? 0 : time - toEpoch(now)),
    ],
  }),
};

/** Set with every write: seconds since 1970, 0 for none. */
export const ESCALATION = {
  escalationTime: column('int', 't.escalation_time', {
    EscalationTime: [volatile(integer('Seconds until the first escalation; 0 for none.'))],
  }),
  updateTime: column('int', 't.escalation_update_time', { EscalationUpdateTime: [SECONDS] }),
  responseTime: column('int', 't.escalation_response_time', { EscalationResponseTime: [SECONDS] }),
  solutionTime: column('int', 't.escalation_solution_time', { EscalationSolutionTime: [SECONDS] }),
};

/** `YYYY-MM-DD HH:MM:SS` in the system's time zone, and agents. */
const STAMPS = {
  created: column('timestamp', 't.create_time', {
    Created: [TIME],
    Age: [
      volatile(integer('Seconds since the ticket was created.')),
      (time, { now, zone }) => toEpoch(now) - parseEpoch(time, zone),
    ],
  }),
  createBy: column('int', 't.create_by', { CreateBy: [INTEGER] }),
  changed: column('timestamp', 't.change_time', { Changed: [TIME] }),
  changeBy: column('int', 't.change_by', { ChangeBy: [INTEGER] }),
};

/** The columns of `ticket`. */
export const TICKET = { ...KEY, ...CHANGED, ...STAMPS, ...ESCALATION };

/** What requests may do with a column, besides reading it. */
interface Uses {
  /** The values of `SortBy`. */
  readonly sort?: readonly string[];
  /** The parameter of searches that compares it in the condition language. */
  readonly search?: string;
  /** The member of requests that sets it. */
  readonly set?: string;
  /** Whether customers may set it in new tickets, even where a service restricts what they set. */
  readonly isSetByCustomers?: boolean;
  /** A text that is stored as it is sent: what documents say of it, and the type of the history entry of a change. */
  readonly text?: { readonly description: string; readonly historyType: string };
}

const TITLE = {
  description: 'Cut to what the column takes: 191 characters, in a database of Znuny or OTRS 255.',
  historyType: 'TitleUpdate',
};

/** Columns that are searched for texts come in the order of how few tickets a value has. */
const USES = {
  number: { sort: ['Ticket', 'TicketNumber'], search: 'TicketNumber' },
  title: { sort: ['Title'], search: 'Title', set: 'Title', isSetByCustomers: true, text: TITLE },
  customerUserID: { search: 'CustomerUserLogin', set: 'CustomerUser' },
  customerID: { sort: ['CustomerID'], search: 'CustomerID', set: 'CustomerID' },
  queueID: { sort: ['Queue'], set: 'Queue', isSetByCustomers: true },
  stateID: { sort: ['State'], set: 'State', isSetByCustomers: true },
  untilTime: { sort: ['PendingTime'], set: 'PendingTime', isSetByCustomers: true },
  priorityID: { sort: ['Priority'], set: 'Priority', isSetByCustomers: true },
  typeID: { sort: ['Type'], set: 'Type', isSetByCustomers: true },
  serviceID: { sort: ['Service'], set: 'Service', isSetByCustomers: true },
  slaID: { sort: ['SLA'], set: 'SLA', isSetByCustomers: true },
  lockID: { sort: ['Lock'], set: 'Lock' },
  ownerID: { set: 'Owner' },
  responsibleID: { set: 'Responsible' },
  created: { sort: ['Age', 'Created'] },
  changed: { sort: ['Changed'] },
  escalationTime: { sort: ['TicketEscalation', 'EscalationTime'] },
  updateTime: { sort: ['EscalationUpdateTime'] },
  responseTime: { sort: ['EscalationResponseTime'] },
  solutionTime: { sort: ['EscalationSolutionTime'] },
} as const satisfies Partial<Record<keyof typeof TICKET, Uses>>;

type Used = typeof USES;
/** The parameters of searches in the condition language. */
export type TextParameter = Extract<Used[keyof Used], { readonly search: string }>['search'];
/** The columns whose texts are stored as they are sent, and the members that set them. */
type SentName = { [Name in keyof Used]: Used[Name] extends { readonly text: object } ? Name : never }[keyof Used];
export type SentMember = Used[SentName]['set'];
export type SentColumns = Pick<TicketColumns, SentName>;

/** The columns with what requests may do with them, and where they are, for example `t.title`. */
export const USED = Object.entries<Uses>(USES).map(([name, uses]) => {
  const { type, place = '' } = TICKET[name as keyof typeof TICKET]; // its own names
  return { name, place, canBeNull: type.endsWith('?'), ...uses };
});

export const SENT_TEXTS = USED.flatMap(({ name, place, set = '', text: sent }) =>
  // Columns of texts, by the table above.
  sent === undefined ? [] : [{ name: name as SentName, column: place.replace('t.', 'ticket.'), member: set, ...sent }],
);

/** What a write may change. */
export type TicketColumns = RowOf<typeof CHANGED>;

/** A row of `ticket`, with what its permissions depend on. */
export interface TicketRow extends RowOf<typeof TICKET> {
  /** Agents who watch the ticket. */
  readonly watcherIDs: readonly number[];
  /** Agents in its history, where they were asked for. */
  readonly involvedIDs: readonly number[];
}

/** The members of answers that stand in the row. */
export const presentColumns: (row: TicketRow, sources: TicketFieldSources) => Record<string, unknown> =
  compilePresenter(TICKET);

/** The responsible agent's id; tickets without one belong to the first agent. */
export function orFirstAgent({ responsibleID }: { readonly responsibleID: number | null }): number {
  return responsibleID === null || responsibleID === 0 ? 1 : responsibleID;
}

function toName(entries: Entries<CatalogueEntry>, id: number): string {
  return entries.byID(id)?.name ?? '';
}

function nameIfAny(entries: Entries<CatalogueEntry>, id: number | null): string | undefined {
  return id === null ? undefined : entries.byID(id)?.name;
}

function toLogin(id: number, directory: Directory): string {
  return directory.agentByID(id)?.login ?? '';
}
