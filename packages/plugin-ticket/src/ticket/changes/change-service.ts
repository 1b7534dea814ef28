import { OperationFault } from '@ticketgate/sdk';

import { history } from '../history/history.js';
import { requestedEntry, type NameAndID } from './requested-entry.js';
import type { ChangeRules, TicketDraft } from '../ticket-draft.js';

/** Sets the service, and first removes an SLA that does not belong to it. */
export function changeService(draft: TicketDraft, requested: NameAndID, { catalogue }: ChangeRules): void {
  const service = requestedEntry(catalogue.services, requested, { storedID: draft.before.serviceID });
  if (service === undefined) return;
  const agreement = catalogue.serviceLevelAgreements.byID(draft.columns.slaID ?? 0);
  if (agreement !== undefined && !agreement.serviceIDs.has(service.id)) {
    draft.change({ slaID: null });
    draft.record(history.agreement(undefined, agreement));
  }
  const old = catalogue.services.byID(draft.columns.serviceID ?? 0);
  draft.change({ serviceID: service.id });
  draft.record(history.service(service, old));
}

/**
 * Sets the SLA.
 *
 * @throws OperationFault when the ticket's service does not have it, unless user 1 acts.
 */
export function changeServiceLevelAgreement(
  draft: TicketDraft,
  requested: NameAndID,
  { catalogue }: ChangeRules,
): void {
  const { slaID: storedID } = draft.before;
  const agreement = requestedEntry(catalogue.serviceLevelAgreements, requested, { storedID });
  if (agreement === undefined) return;
  if (draft.userID !== 1 && !agreement.serviceIDs.has(draft.columns.serviceID ?? 0)) throw new OperationFault();
  const old = catalogue.serviceLevelAgreements.byID(draft.columns.slaID ?? 0);
  draft.change({ slaID: agreement.id });
  draft.record(history.agreement(agreement, old));
}
