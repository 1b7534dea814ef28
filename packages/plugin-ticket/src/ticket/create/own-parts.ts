import type { Data } from '@ticketgate/sdk';

import {
  ownArticle,
  requireSettable,
  requireSettableFields,
  type CustomerRights,
} from '../../permission/customer-rights.js';
import { isFalsy, textOf } from '../../request/family-values.js';
import type { NewTicketParts } from '../checks/read-parts.js';
import type { WriteSources } from '../write-sources.js';

/** What a ticket needs or a customer decides; the customer and the company have to be their own. */
const OWN = ['Title', 'Queue', 'State', 'PendingTime', 'Priority', 'Type', 'Service', 'SLA'];

/**
 * A new ticket of a customer, who sets only what is their own or named by the service, and writes as themself.
 *
 * @throws OperationError `<Operation>.AccessDenied`
 */
export async function ownParts(
  parts: NewTicketParts,
  rights: CustomerRights,
  sources: WriteSources,
): Promise<NewTicketParts> {
  requireSettable(parts.ticket, await ownMembers(parts.ticket, rights, sources), rights);
  requireSettableFields(parts.dynamicFields, rights);
  return { ...parts, article: ownArticle(parts.article, rights, sources.catalogue) };
}

async function ownMembers(ticket: Data, rights: CustomerRights, { context }: WriteSources): Promise<Set<string>> {
  const { customers } = context.accounts;
  const own = new Set(OWN);
  const text = textOf(ticket.CustomerUser);
  const named = isFalsy(text)
    ? undefined
    : ((await customers.findByLogin(text)) ?? (await customers.findByEmail(text)));
  if (named?.login.toLowerCase() === rights.login.toLowerCase()) own.add('CustomerUser');
  if ((await customers.customerIDs(rights.login)).includes(textOf(ticket.CustomerID))) own.add('CustomerID');
  return own;
}
