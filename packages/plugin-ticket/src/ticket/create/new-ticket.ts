import { epochOf } from '@ticketgate/sdk';

import { NO_PREVIOUS_ARTICLES } from '../../articles/previous-articles.js';
import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import { planRepeatedWrite, type DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import type { CheckedNewTicket } from '../checks/check-ticket.js';
import { history } from '../history/history.js';
import type { NewArticle } from '../storage/ticket-write.js';
import { TicketDraft, type ChangeRules } from '../ticket-draft.js';
import type { TicketColumns } from '../ticket-row.js';
import type { WriteSources } from '../write-sources.js';
import {
  isOwnerResponsible,
  recordArticle,
  recordFields,
  recordTime,
  setCustomer,
  setLock,
  setOwner,
  setPendingTime,
  setResponsible,
  unlock,
  type CustomerColumns,
} from '../changes/recorded-changes.js';

/** The parts of a new ticket. */
export interface NewTicket {
  readonly number: string;
  readonly title: string;
  readonly customer: CustomerColumns;
  /** The requested type, or the default. */
  readonly type: CatalogueEntry | undefined;
  readonly checked: CheckedNewTicket;
  readonly article: NewArticle;
  readonly fieldWrites: readonly DynamicFieldWrite[];
}

const ROOT = 1;
const DEFAULT_TYPE = 1;

/**
 * Drafts a new ticket as an empty one that is changed in the order of the family (`docs/compatibility.md`). It belongs to root until
 * it has its article, and each change is recorded in the history, except those that initialize the ticket.
 */
export function draftTicket(ticket: NewTicket, sources: WriteSources): TicketDraft {
  const { draft: article } = ticket.article;
  const draft = new TicketDraft(emptyTicket(ticket, sources), {
    now: epochOf(sources.now),
    userID: sources.caller.userID,
  });
  const ofTicket = ticket.fieldWrites.filter(({ field }) => field.objectType === 'Ticket');
  const ofArticle = ticket.fieldWrites.filter(({ field }) => field.objectType === 'Article');
  draft.record(history.created(ticket.number, ticket.checked));
  recordFeatures(draft, ticket, sources);
  setCustomer(draft, ticket.customer, sources);
  applyRequestedLock(draft, ticket.checked, sources);
  if (draft.columns.untilTime > 0) setPendingTime(draft, draft.columns.untilTime, sources.zone);
  recordFields(draft, ofTicket, sources);
  recordArticle(draft, article, NO_PREVIOUS_ARTICLES);
  if (!sources.answers.setsPeopleLast) setPeople(draft, ticket.checked, sources);
  if (article.timeUnit !== undefined) {
    const unit = Number(article.timeUnit);
    recordTime(draft, unit, unit);
  }
  // The family sets the fields a second time after the article.
  for (const { historyType: type, historyName: name } of ofTicket.flatMap((write) => planRepeatedWrite(write) ?? [])) {
    draft.record({ type, name });
  }
  if (sources.answers.setsPeopleLast) setPeople(draft, ticket.checked, sources);
  recordFields(draft, ofArticle, sources);
  return draft;
}

function emptyTicket(ticket: NewTicket, { catalogue }: ChangeRules): TicketColumns {
  const { queue, state, priority, service, agreement, pendingTime } = ticket.checked;
  return {
    title: ticket.title,
    queueID: queue.id,
    stateID: state.id,
    priorityID: priority.id,
    typeID: idOf(ticket.type) ?? DEFAULT_TYPE,
    serviceID: idOf(service),
    slaID: idOf(agreement),
    lockID: catalogue.locks.byName('unlock')?.id ?? 1,
    ownerID: ROOT,
    responsibleID: ROOT,
    customerID: '',
    customerUserID: '',
    timeout: 0,
    untilTime: state.typeName.startsWith('pending') ? (pendingTime ?? 0) : 0,
    archiveFlag: 0,
  };
}

function idOf(entry: CatalogueEntry | undefined): number | null {
  return entry?.id ?? null;
}

/** Services, SLAs and types are recorded if they are enabled. */
function recordFeatures(draft: TicketDraft, { checked, type }: NewTicket, { settings }: ChangeRules): void {
  if (settings.flag('Ticket::Service')) {
    draft.record(history.service(checked.service, undefined));
    draft.record(history.agreement(checked.agreement, undefined));
  }
  if (settings.flag('Ticket::Type') && type !== undefined) draft.record(history.firstType(type));
}

/** Sets the requested lock, and unlocks the ticket if its state is closed. */
function applyRequestedLock(draft: TicketDraft, { lock, state }: CheckedNewTicket, rules: ChangeRules): void {
  if (lock === undefined) return;
  setLock(draft, lock, rules);
  if (state.typeName.startsWith('close')) unlock(draft, rules);
}

/** Sets owner and responsible. A named owner locks the ticket, even in a closed state, unless the request sets the lock. */
function setPeople(draft: TicketDraft, checked: CheckedNewTicket, sources: WriteSources): void {
  const { catalogue, caller, directory, settings } = sources;
  const owner = checked.owner ?? { id: caller.userID, login: directory.agentByID(caller.userID)?.login ?? '' };
  setOwner(draft, owner);
  if (checked.owner !== undefined && checked.lock === undefined) {
    setLock(draft, catalogue.locks.byName('lock'), sources);
  }
  const responsible = checked.responsible ?? (isOwnerResponsible(settings) ? owner : undefined);
  if (responsible !== undefined) setResponsible(draft, responsible);
}
