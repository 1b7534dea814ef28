import type { ArticleDraft } from '../../articles/check-article.js';
import {
  advanceHistory,
  findEscalationTargets,
  isFinished,
  escalationTimes,
  NO_ESCALATION,
  type EscalationHistory,
  type EscalationTimes,
} from '../../escalation/escalation-times.js';
import { suspendStates } from '../../escalation/load-escalation-history.js';
import { readWorkingCalendar } from '../../time/working-calendar.js';
import type { TicketDraft } from './ticket-draft.js';
import type { WriteSources } from '../rules/write-sources.js';

/** A change that may affect escalation. */
export interface EscalatingChange {
  readonly draft: TicketDraft;
  readonly article: ArticleDraft | undefined;
  /** Also true for new tickets. */
  readonly isStateChanged: boolean;
}

/** Whether a change affects when the ticket escalates. */
export function changesEscalation({ before, columns }: TicketDraft, article: ArticleDraft | undefined): boolean {
  if (article !== undefined) return true;
  const names = ['queueID', 'slaID', 'serviceID', 'stateID'] as const;
  return names.some((name) => before[name] !== columns[name]);
}

/** Computes when a ticket escalates after a change. Its history is only loaded if it matters. */
export async function escalationOfChange(
  { draft, article, isStateChanged }: EscalatingChange,
  factsBefore: (stateType: string) => EscalationHistory | Promise<EscalationHistory>,
  { catalogue, settings }: WriteSources,
): Promise<EscalationTimes> {
  const targets = findEscalationTargets(draft.columns, { catalogue, settings });
  const state = catalogue.states.byID(draft.columns.stateID);
  if (targets === undefined || state === undefined || isFinished(state.typeName)) return NO_ESCALATION;
  const { name, typeName } = state;
  const event = {
    time: draft.now,
    state: isStateChanged ? { typeName, isSuspending: suspendStates(settings).has(name) } : undefined,
    article: article && { senderType: article.senderType.name, isVisible: article.isVisible },
  };
  const facts = advanceHistory(await factsBefore(typeName), event);
  return escalationTimes(facts, targets, readWorkingCalendar(settings, targets.calendar));
}
