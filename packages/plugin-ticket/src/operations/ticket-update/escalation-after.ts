import type { Database } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../articles/store/article-draft.js';
import { advanceFacts } from '../../escalation/advance-facts.js';
import { escalationTargetsOf, isFinished } from '../../escalation/escalation-targets.js';
import { escalationTimes, NO_ESCALATION, type EscalationTimes } from '../../escalation/escalation-times.js';
import { loadEscalationFacts, suspendStates } from '../../escalation/load-facts.js';
import { readWorkingCalendar } from '../../time/working-calendar.js';
import type { WriteSources } from '../write-sources.js';
import type { TicketDraft } from '../../ticket/changes/ticket-draft.js';
import type { StoredTicket } from '../../ticket/read-tickets.js';

/** When the ticket escalates once the update is written; as stored when nothing changed that matters for it. */
export async function escalationAfter(
  transaction: Database,
  update: { stored: StoredTicket; draft: TicketDraft; article: ArticleDraft | undefined },
  sources: WriteSources,
): Promise<EscalationTimes> {
  const { stored, draft, article } = update;
  if (!matters(draft, article)) return stored;
  const { catalogue } = sources;
  const { settings } = sources.context;
  const { queueID, slaID, stateID } = draft.columns;
  const targets = escalationTargetsOf({ queueID: queueID, slaID: slaID ?? undefined }, { catalogue, settings });
  const state = catalogue.states.byID(stateID);
  if (targets === undefined || state === undefined || isFinished(state.typeName)) return NO_ESCALATION;
  const ticket = { id: stored.id, created: stored.created, stateType: state.typeName };
  const facts = await loadEscalationFacts(transaction, ticket, { catalogue, settings });
  const isStateChanged = stateID !== stored.stateID;
  const event = {
    time: draft.now,
    state: isStateChanged
      ? { typeName: state.typeName, isSuspending: suspendStates(settings).has(state.name) }
      : undefined,
    article: article === undefined ? undefined : { senderType: article.senderType, isVisible: article.isVisible },
  };
  return escalationTimes(advanceFacts(facts, event), targets, readWorkingCalendar(settings, targets.calendar));
}

function matters({ before, columns }: TicketDraft, article: ArticleDraft | undefined): boolean {
  if (article !== undefined) return true;
  const names = ['queueID', 'slaID', 'serviceID', 'stateID'] as const;
  return names.some((name) => before[name] !== columns[name]);
}
