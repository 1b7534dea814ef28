import type { Database } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../articles/check-article.js';
import {
  advanceHistory,
  findEscalationTargets,
  isFinished,
  escalationTimes,
  initialEscalationHistory,
  NO_ESCALATION,
  type EscalationTimes,
} from '../../escalation/escalation-times.js';
import { loadEscalationHistory, suspendStates } from '../../escalation/load-escalation-history.js';
import { readWorkingCalendar } from '../../time/working-calendar.js';
import type { StoredTicket } from '../reading/read-tickets.js';
import type { TicketDraft } from './ticket-draft.js';
import type { WriteSources } from '../rules/write-sources.js';

/** A change that may affect escalation. */
interface EscalatingChange {
  /** The ticket before it; undefined for a new one. */
  readonly stored: StoredTicket | undefined;
  readonly draft: TicketDraft;
  readonly article: ArticleDraft | undefined;
}

const COLUMNS = ['queueID', 'slaID', 'serviceID', 'stateID'] as const;

/** When a ticket escalates after a change: as stored, if nothing changes that matters. Its history is only loaded if it matters. */
export async function computeEscalation(
  database: Database,
  { stored, draft, article }: EscalatingChange,
  sources: Pick<WriteSources, 'catalogue' | 'settings'>,
): Promise<EscalationTimes> {
  if (stored !== undefined && !changesEscalation(draft, article)) return stored;
  const { columns, now } = draft;
  const { catalogue, settings } = sources;
  const targets = findEscalationTargets(columns, sources);
  const state = catalogue.states.byID(columns.stateID);
  if (targets === undefined || state === undefined || isFinished(state.typeName)) return NO_ESCALATION;
  const { name, typeName } = state;
  const event = {
    time: now,
    state: state.id === stored?.stateID ? undefined : { typeName, isSuspending: suspendStates(settings).has(name) },
    article: article && { senderType: article.senderType.name, isVisible: article.isVisible },
  };
  const facts = stored
    ? await loadEscalationHistory(database, { id: stored.id, created: stored.created, stateType: typeName }, sources)
    : initialEscalationHistory(now);
  return escalationTimes(advanceHistory(facts, event), targets, readWorkingCalendar(settings, targets.calendar));
}

function changesEscalation({ before, columns }: TicketDraft, article: ArticleDraft | undefined): boolean {
  return article !== undefined || COLUMNS.some((name) => before[name] !== columns[name]);
}
