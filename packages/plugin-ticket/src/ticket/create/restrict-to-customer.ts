import type { Data } from '@ticketgate/sdk';

import { ownParts } from '../../permission/customer-rights.js';
import { isFalsy, textOf } from '../../request/family-values.js';
import type { NewTicketParts } from '../checks/read-parts.js';
import type { WriteSources } from '../write-sources.js';

/** The members of a ticket that customers may set freely; the customer and the company must be their own. */
const OWN = ['Title', 'Queue', 'State', 'PendingTime', 'Priority', 'Type', 'Service', 'SLA'];

/**
 * A new ticket; that of a customer whom the service restricts has what is their own or named by the service.
 *
 * @throws OperationError `<Operation>.AccessDenied`
 */
export async function restrictToCustomer(parts: NewTicketParts, sources: WriteSources): Promise<NewTicketParts> {
  const { rights, catalogue } = sources;
  if (rights === undefined) return parts;
  return ownParts(parts, await ownMembers(parts.ticket, rights.login, sources), { rights, catalogue });
}

async function ownMembers(ticket: Data, login: string, { context }: WriteSources): Promise<ReadonlySet<string>> {
  const { customers } = context.accounts;
  const own = new Set(OWN);
  const text = textOf(ticket.CustomerUser);
  const named = isFalsy(text)
    ? undefined
    : ((await customers.findByLogin(text)) ?? (await customers.findByEmail(text)));
  if (named?.login.toLowerCase() === login.toLowerCase()) own.add('CustomerUser');
  if ((await customers.customerIDs(login)).includes(textOf(ticket.CustomerID))) own.add('CustomerID');
  return own;
}
