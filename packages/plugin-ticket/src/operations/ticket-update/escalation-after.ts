import type { Database } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../articles/store/article-draft.js';
import { advanceFacts } from '../../escalation/advance-facts.js';
import { escalationTargetsOf, isFinished } from '../../escalation/escalation-targets.js';
import { escalationTimes, NO_ESCALATION, type EscalationTimes } from '../../escalation/escalation-times.js';
import { loadEscalationFacts, suspendStates } from '../../escalation/load-facts.js';
import { readWorkingCalendar } from '../../time/working-calendar.js';
import type { WriteSources } from '../write-sources.js';
import type { TicketDraft } from './changes/ticket-draft.js';
import type { StoredTicket } from '../../tickets/stored-ticket.js';

/** When the ticket escalates once the update is written; as stored when nothing changed that matters for it. */
export async function escalationAfter(
  transaction: Database,
  update: { stored: StoredTicket; draft: TicketDraft; article: ArticleDraft | undefined },
  sources: WriteSources,
): Promise<EscalationTimes> {
  const { stored, draft, article } = update;
  if (!matters(draft, article)) return storedTimes(stored);
  const { catalogue } = sources;
  const { settings } = sources.context;
  const { queue_id, sla_id, ticket_state_id } = draft.columns;
  const targets = escalationTargetsOf({ queueID: queue_id, slaID: sla_id ?? undefined }, { catalogue, settings });
  const state = catalogue.states.byID(ticket_state_id);
  if (targets === undefined || state === undefined || isFinished(state.typeName)) return NO_ESCALATION;
  const ticket = { id: stored.id, created: stored.create_time, stateType: state.typeName };
  const facts = await loadEscalationFacts(transaction, ticket, { catalogue, settings });
  const isStateChanged = ticket_state_id !== stored.ticket_state_id;
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
  const names = ['queue_id', 'sla_id', 'service_id', 'ticket_state_id'] as const;
  return names.some((name) => before[name] !== columns[name]);
}

function storedTimes(stored: StoredTicket): EscalationTimes {
  return {
    escalationTime: stored.escalation_time,
    responseTime: stored.escalation_response_time,
    updateTime: stored.escalation_update_time,
    solutionTime: stored.escalation_solution_time,
  };
}
