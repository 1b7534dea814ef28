import type { Data } from '@ticketgate/sdk';

import { restrictParts } from '../../permission/customer-rights.js';
import { isFalsy, textOf } from '../../request/family-values.js';
import { denied } from '../../request/input-errors.js';
import type { NewTicketParts } from '../checks/read-parts.js';
import type { WriteSources } from '../write-sources.js';

/** Requires the permission `create` in the group of every queue that a request names. */
export async function requireCreatePermission(
  { Queue: name, QueueID: id }: Data,
  sources: WriteSources,
): Promise<void> {
  const { operation, catalogue, context, caller, directory } = sources;
  const named = [
    ...(isFalsy(name) ? [] : [catalogue.queues.byName(textOf(name))]),
    ...(isFalsy(id) ? [] : [catalogue.queues.byID(Number(textOf(id)))]),
  ];
  const groups =
    caller.type === 'Customer'
      ? await context.accounts.customers.groupIDs(caller.login, 'create')
      : directory.groupIDsOfAgent(caller.userID, 'create');
  if (named.every((queue) => queue !== undefined && groups.has(queue.groupID))) return;
  throw denied(operation, 'Can not create tickets in given Queue or QueueID!');
}

/** The members of a ticket that restricted customers may set; customer and company must be their own. */
const SETTABLE = ['Title', 'Queue', 'State', 'PendingTime', 'Priority', 'Type', 'Service', 'SLA'];

/**
 * Restricts the new ticket of a customer to members that customers may set, or that the service names.
 *
 * @throws OperationError `<Operation>.AccessDenied`
 */
export async function restrictToCustomer(parts: NewTicketParts, sources: WriteSources): Promise<NewTicketParts> {
  const { rights, catalogue } = sources;
  if (rights === undefined) return parts;
  return restrictParts(parts, await settableMembers(parts.ticket, rights.login, sources), { rights, catalogue });
}

async function settableMembers(ticket: Data, login: string, { context }: WriteSources): Promise<ReadonlySet<string>> {
  const { customers } = context.accounts;
  const own = new Set(SETTABLE);
  const text = textOf(ticket.CustomerUser);
  const named = isFalsy(text)
    ? undefined
    : ((await customers.findByLogin(text)) ?? (await customers.findByEmail(text)));
  if (named?.login.toLowerCase() === login.toLowerCase()) own.add('CustomerUser');
  if ((await customers.customerIDs(login)).includes(textOf(ticket.CustomerID))) own.add('CustomerID');
  return own;
}
