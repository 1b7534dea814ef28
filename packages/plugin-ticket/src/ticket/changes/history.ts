import type { Agent } from '@ticketgate/sdk';

import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import type { TicketColumns } from '../../columns/ticket-columns.js';
import type { DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';

/** A history entry: a name of `ticket_history_type`, and its text. */
export interface HistoryEntry {
  readonly type: string;
  readonly name: string;
}

/** A row of `ticket_history` that is going to be written, or an event like one, with what the ticket was when it was recorded. */
export interface DraftedHistory
  extends HistoryEntry, Pick<TicketColumns, 'queueID' | 'ownerID' | 'priorityID' | 'stateID'> {
  /** True for rows of the article that is written with them. */
  readonly isOfArticle: boolean;
  /** The value of a dynamic field that it reports. */
  readonly fieldWrite: DynamicFieldWrite | undefined;
  /** False if it only raises events. */
  readonly isStored: boolean;
  /** The ticket before the change that it reports. */
  readonly before: TicketColumns;
  readonly userID: number;
  readonly typeID: number;
}

/** The names of an agent. */
export type Person = Pick<Agent, 'id' | 'login'>;

/** As they were sent, even with an id of another entry. */
export type CreatedNames = Readonly<Record<'queue' | 'priority' | 'state', string>>;

/** Creates history entries, one function for each kind of change (`docs/compatibility.md`). */
export const history = {
  /** The ticket's id is added by the database. */
  created: (number: string, { queue, priority, state }: CreatedNames) =>
    entry('NewTicket', `%%${number}%%${queue}%%${priority}%%${state}%%`),
  text: (type: string, old: string, shown: string) => entry(type, `%%${old}%%${shown}`),
  queue: (queue: CatalogueEntry, old: CatalogueEntry | undefined) => entry('Move', changed(queue, old)),
  type: (type: CatalogueEntry, old: CatalogueEntry | undefined) => entry('TypeUpdate', changed(type, old)),
  firstType: ({ name, id }: CatalogueEntry) => entry('TypeUpdate', `%%${name}%%${id}`),
  priority: (priority: CatalogueEntry, old: CatalogueEntry | undefined) =>
    entry('PriorityUpdate', `%%${old?.name ?? ''}%%${old?.id ?? ''}%%${priority.name}%%${priority.id}`),
  state: (state: CatalogueEntry, old: CatalogueEntry | undefined) =>
    entry('StateUpdate', `%%${old?.name ?? ''}%%${state.name}%%`),
  service: (service: CatalogueEntry | undefined, old: CatalogueEntry | undefined) =>
    entry('ServiceUpdate', nullOr(service) + nullOr(old)),
  agreement: (agreement: CatalogueEntry | undefined, old: CatalogueEntry | undefined) =>
    entry('SLAUpdate', nullOr(agreement) + nullOr(old)),
  customer: (customerID: string, customerUser: string) =>
    entry('CustomerUpdate', `%%CustomerID=${customerID};CustomerUser=${customerUser};`),
  owner: ({ login, id }: Person) => entry('OwnerUpdate', `%%${login}%%${id}`),
  ownerReset: () => entry('OwnerUpdate', 'Reset owner to root@localhost.'),
  responsible: ({ login, id }: Person) => entry('ResponsibleUpdate', `%%${login}%%${id}`),
  lock: (name: string) => entry(LOCK_TYPES[name] ?? 'Misc', `%%${name}`),
  unlockTimeReset: () => entry('Misc', 'Reset of unlock time.'),
  /** `YYYY-MM-DD HH:MM`. */
  pendingTime: (minute: string) => entry('SetPendingTime', `%%${minute}`),
  noPendingTime: () => entry('SetPendingTime', '%%00-00-00 00:00'),
  restored: () => entry('ArchiveFlagUpdate', '%%n'),
  timeAccounting: (unit: number, total: number) => entry('TimeAccounting', `%%${unit}%%${total}`),
};

const LOCK_TYPES: Readonly<Record<string, string>> = { lock: 'Lock', unlock: 'Unlock' };

function entry(type: string, name: string): HistoryEntry {
  return { type, name };
}

function changed(now: CatalogueEntry, old: CatalogueEntry | undefined): string {
  return `%%${now.name}%%${now.id}%%${old?.name ?? ''}%%${old?.id ?? ''}`;
}

/** `NULL` and an empty text if unset. */
function nullOr(value: CatalogueEntry | undefined): string {
  return value === undefined ? '%%NULL%%' : `%%${value.name}%%${value.id}`;
}
