import type { ArticleDraft } from '../../articles/store/article-draft.js';
import { dynamicFieldHistoryName } from '../../dynamic-fields/field-history.js';
import type { DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { HistoryRows, type HistorySnapshot } from '../../history/history-rows.js';
import { historyNames } from '../../history/history-names.js';
import { formatEpoch } from '../../time/system-time-zone.js';
import type { WriteSources } from '../write-sources.js';
import type { CheckedTicket } from './checked-ticket.js';

/** What happened to a new ticket, in the order in which the family does it. */
export interface CreatedTicket {
  readonly checked: CheckedTicket;
  readonly number: string;
  readonly draft: ArticleDraft;
  readonly ownerID: number;
  readonly responsibleID: number;
  readonly writes: readonly DynamicFieldWrite[];
}

const ROOT = 1;

/** The history of a create (`docs/compatibility.md`, ticket operations 1.6). The first name ends with the ticket's id, which the database adds. */
export function planHistory(created: CreatedTicket, sources: WriteSources): HistoryRows {
  const history = new HistoryRows(sources.catalogue);
  const before = snapshotOf(created.checked, ROOT);
  const after = snapshotOf(created.checked, created.ownerID);
  addTicket(history, created, { snapshot: before, sources });
  addArticle(history, created, before);
  addPeople(history, created, { snapshot: after, sources });
  addLater(history, created, after);
  return history;
}

function snapshotOf({ type, queue, priority, state }: CheckedTicket, ownerID: number): HistorySnapshot {
  return { typeID: type?.id ?? 1, queueID: queue.id, ownerID, priorityID: priority.id, stateID: state.id };
}

interface Place {
  readonly snapshot: HistorySnapshot;
  readonly sources: WriteSources;
}

function addTicket(history: HistoryRows, created: CreatedTicket, { snapshot, sources }: Place): void {
  const { checked, number } = created;
  const { queue, priority, state, customerID, customerUserID } = checked;
  history.add('NewTicket', `%%${number}%%${queue.name}%%${priority.name}%%${state.name}%%`, { snapshot });
  addFeatures(history, checked, { snapshot, sources });
  if (customerID !== '' || customerUserID !== '') {
    history.add('CustomerUpdate', historyNames.customer(customerID, customerUserID), { snapshot });
  }
  addLock(history, created, { snapshot, sources });
  if (checked.untilTime > 0) {
    const minute = formatEpoch(checked.untilTime, sources.zone).slice(0, 16);
    history.add('SetPendingTime', historyNames.pendingTime(minute), { snapshot });
  }
  for (const { historyType, historyName } of created.writes.filter(({ field }) => field.objectType === 'Ticket')) {
    history.add(historyType, historyName, { snapshot });
  }
}

/** Services, SLAs and types are told of where they are switched on. */
function addFeatures(
  history: HistoryRows,
  { service, agreement, type }: CheckedTicket,
  { snapshot, sources }: Place,
): void {
  const { settings } = sources.context;
  if (settings.flag('Ticket::Service')) {
    history.add('ServiceUpdate', historyNames.service(service?.name, service?.id), { snapshot });
    history.add('SLAUpdate', historyNames.service(agreement?.name, agreement?.id), { snapshot });
  }
  if (settings.flag('Ticket::Type') && type !== undefined) {
    history.add('TypeUpdate', historyNames.type(type.name, type.id), { snapshot });
  }
}

/** A lock that is asked for, which a closed state takes away again. */
function addLock(history: HistoryRows, { checked }: CreatedTicket, { snapshot, sources }: Place): void {
  const { lock, state } = checked;
  if (lock === undefined || lock.name === 'unlock') return;
  addLocking(history, lock.name, snapshot);
  if (!state.typeName.startsWith('close')) return;
  if (sources.context.settings.flag('Ticket::OwnerResetOnUnlock')) {
    history.add('OwnerUpdate', 'Reset owner to root@localhost.', { snapshot });
  }
  history.add('Unlock', historyNames.lock('unlock'), { snapshot });
}

function addLocking(history: HistoryRows, name: string, snapshot: HistorySnapshot): void {
  history.add(name === 'lock' ? 'Lock' : 'Misc', historyNames.lock(name), { snapshot });
  if (name === 'lock') history.addUnlockReset(snapshot);
}

function addArticle(history: HistoryRows, { draft }: CreatedTicket, snapshot: HistorySnapshot): void {
  history.add(draft.historyType, draft.historyComment, { snapshot, hasArticle: true });
  if (draft.senderType === 'agent') history.addUnlockReset(snapshot);
}

function addPeople(history: HistoryRows, created: CreatedTicket, { snapshot, sources }: Place): void {
  const { checked, ownerID, responsibleID } = created;
  const login = (id: number) => sources.directory.agentByID(id)?.login ?? '';
  if (ownerID !== ROOT) history.add('OwnerUpdate', historyNames.person(login(ownerID), ownerID), { snapshot });
  if (checked.owner !== undefined && checked.lock === undefined) addLocking(history, 'lock', snapshot);
  if (responsibleID !== ROOT) {
    history.add('ResponsibleUpdate', historyNames.person(login(responsibleID), responsibleID), { snapshot });
  }
}

function addLater(history: HistoryRows, { draft, writes }: CreatedTicket, snapshot: HistorySnapshot): void {
  if (draft.timeUnit !== undefined) {
    const unit = String(Number(draft.timeUnit));
    history.add('TimeAccounting', historyNames.timeAccounting(unit, unit), { snapshot, hasArticle: true });
  }
  // The fields are set a second time once there is an article; of tickets only days without a time differ from what is stored then.
  for (const { field, items } of writes) {
    if (field.objectType !== 'Ticket' || field.fieldType !== 'Date' || items.every(hasTime)) continue;
    const days = items.map((item) => item.slice(0, 10)).join(', ');
    history.add('TicketDynamicFieldUpdate', dynamicFieldHistoryName(field.name, days, days), { snapshot });
  }
  for (const { field, historyType, historyName } of writes) {
    if (field.objectType === 'Article') history.add(historyType, historyName, { snapshot, hasArticle: true });
  }
}

function hasTime(date: string): boolean {
  return date.includes(' ');
}
