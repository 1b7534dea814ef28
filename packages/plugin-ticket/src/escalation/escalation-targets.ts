import type { Settings } from '@ticketgate/sdk';

import type { Catalogue, EscalationTargets } from '../catalogue/catalogue.js';

/** What decides by which times a ticket escalates. */
export interface EscalatingTicket {
  readonly queueID: number;
  /** Undefined or 0 for none. */
  readonly slaID: number | undefined;
}

/**
 * The target times in force: those of the SLA when `Ticket::Service` is on and the ticket has one, else those of the queue. Undefined
 * when none of the three is set.
 */
export function escalationTargetsOf(
  ticket: EscalatingTicket,
  { catalogue, settings }: { catalogue: Catalogue; settings: Settings },
): EscalationTargets | undefined {
  const agreement =
    settings.flag('Ticket::Service') && ticket.slaID !== undefined
      ? catalogue.serviceLevelAgreements.byID(ticket.slaID)
      : undefined;
  const targets = (agreement ?? catalogue.queues.byID(ticket.queueID))?.escalation;
  if (targets === undefined) return undefined;
  const { firstResponseTime, updateTime, solutionTime } = targets;
  return firstResponseTime > 0 || updateTime > 0 || solutionTime > 0 ? targets : undefined;
}

/** True for states in which nothing escalates: merged, closed and removed ones. */
export function isFinished(stateType: string): boolean {
  return /^(?:merge|close|remove)/.test(stateType);
}
