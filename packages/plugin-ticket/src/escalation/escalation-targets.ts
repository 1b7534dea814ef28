import type { Settings } from '@ticketgate/sdk';

import type { Catalogue, EscalationTargets } from '../catalogue/catalogue.js';

/**
 * The target times that apply: those of the SLA when `Ticket::Service` is on and the ticket has one, else those of the queue. Undefined
 * when none is set.
 */
export function escalationTargetsOf(
  { queueID, slaID }: { readonly queueID: number; readonly slaID: number | null },
  { catalogue, settings }: { catalogue: Catalogue; settings: Settings },
): EscalationTargets | undefined {
  const hasAgreement = settings.flag('Ticket::Service') && slaID !== null;
  const agreement = hasAgreement ? catalogue.serviceLevelAgreements.byID(slaID) : undefined;
  const targets = (agreement ?? catalogue.queues.byID(queueID))?.escalation;
  if (targets === undefined) return undefined;
  const { firstResponseTime, updateTime, solutionTime } = targets;
  return firstResponseTime > 0 || updateTime > 0 || solutionTime > 0 ? targets : undefined;
}

/** Whether tickets in such a state no longer escalate: merged, closed and removed ones. */
export function isFinished(stateType: string): boolean {
  return /^(?:merge|close|remove)/.test(stateType);
}
