import { isData, OperationError, type Data } from '@ticketgate/sdk';

import { mayUseQueue } from '../../permission/queue-permission.js';
import { isFalsy, isObjectWithData, textOf, trimMembers } from '../../values.js';
import { authenticateWriter } from '../authenticate-writer.js';
import { checkArticle } from '../check-article.js';
import { checkAttachments, checkDynamicFields, readList } from '../check-lists.js';
import {
  authorOf,
  customerRights,
  ownArticle,
  requireSettable,
  requireSettableFields,
  type CustomerRights,
} from '../customer-rights.js';
import { missing } from '../input-errors.js';
import type { WriteSources } from '../write-sources.js';
import { checkTicket, namedQueues } from './check-ticket.js';
import type { CheckedTicket } from './checked-ticket.js';

/** All checks of TicketCreate, in their order; the first that fails answers (`docs/compatibility.md`, ticket operations 1.5). */
export async function checkRequest(input: Data, sources: WriteSources): Promise<CheckedTicket> {
  const { operation, context } = sources;
  const caller = await authenticateWriter(context, operation);
  const ticket = requireMember(input, 'Ticket', operation);
  const article = requireMember(input, 'Article', operation);
  const scope = { operation, settings: context.settings };
  const fieldEntries = readList(input.DynamicField, 'DynamicField', scope);
  const attachmentEntries = readList(input.Attachment, 'Attachment', scope);
  const rights = await customerRights(caller, context, operation);
  if (rights !== undefined) {
    requireSettable(ticket, await ownMembers(ticket, rights, sources), rights);
    requireSettableFields(fieldEntries, rights);
  }
  const members = await checkTicket(ticket, sources);
  for (const queue of namedQueues(ticket, sources.catalogue.queues)) {
    const mayCreate =
      queue !== undefined && (await mayUseQueue(caller, queue, { accounts: context.accounts, permission: 'create' }));
    if (mayCreate) continue;
    throw new OperationError(
      `${operation}.AccessDenied`,
      `${operation}: Can not create tickets in given Queue or QueueID!`,
    );
  }
  const senderType = caller.type === 'User' ? 'agent' : 'customer';
  return {
    caller,
    article: await checkArticle(rights === undefined ? article : ownArticle(article, rights, sources.catalogue), {
      sources,
      senderType,
      author: rights && authorOf(rights),
    }),
    dynamicFields: checkDynamicFields(fieldEntries, sources),
    attachments: checkAttachments(attachmentEntries, operation),
    ...members,
  };
}

/** What a ticket needs or a customer decides; the customer and the company have to be their own. */
const OWN = ['Title', 'Queue', 'State', 'PendingTime', 'Priority', 'Type', 'Service', 'SLA'];

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

/** A non-empty object, its texts without blanks at their ends. */
function requireMember(input: Data, name: 'Ticket' | 'Article', operation: string): Data {
  const member = input[name];
  if (!isObjectWithData(member)) throw missing(operation, `${name} parameter is missing or not valid!`);
  const trimmed = trimMembers(member);
  for (const inner of Object.keys(trimmed)) {
    const value = trimmed[inner];
    if (isData(value)) trimmed[inner] = trimMembers(value);
  }
  return trimmed;
}
