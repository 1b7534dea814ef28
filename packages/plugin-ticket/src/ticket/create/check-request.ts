import { OperationError, type Caller, type Data } from '@ticketgate/sdk';

import { checkArticle, type CheckedArticle } from '../../articles/check-article.js';
import type { AttachmentDraft } from '../../articles/store/article-draft.js';
import type { FieldAssignment } from '../../dynamic-fields/plan-writes.js';
import {
  authorOf,
  ownArticle,
  requireSettable,
  requireSettableFields,
  type CustomerRights,
} from '../../permission/customer-rights.js';
import { mayUseQueue } from '../../permission/queue-permission.js';
import { checkAttachments, checkDynamicFields } from '../checks/check-lists.js';
import { checkTicket, type CheckedNewTicket } from '../checks/check-ticket.js';
import type { NewTicketParts } from '../checks/read-parts.js';
import type { WriteSources } from '../write-sources.js';
import { isFalsy, textOf } from '../../request/family-values.js';

/** A request for a new ticket that passed all checks. */
export interface CheckedRequest {
  readonly ticket: CheckedNewTicket;
  readonly article: CheckedArticle;
  readonly fields: readonly FieldAssignment[];
  readonly attachments: readonly AttachmentDraft[];
}

/** Who asks; `rights` where the service says what customers may set. */
export interface Asking {
  readonly caller: Caller;
  readonly rights: CustomerRights | undefined;
}

/** All checks of the parts, in their order; the first that fails answers (`docs/compatibility.md`). */
export async function checkRequest(
  parts: NewTicketParts,
  { caller, rights }: Asking,
  sources: WriteSources,
): Promise<CheckedRequest> {
  const { operation, catalogue } = sources;
  if (rights !== undefined) {
    requireSettable(parts.ticket, await ownMembers(parts.ticket, rights, sources), rights);
    requireSettableFields(parts.dynamicFields, rights);
  }
  const ticket = await checkTicket(parts.ticket, undefined, sources);
  await requireCreatable(parts.ticket, caller, sources);
  const article = rights === undefined ? parts.article : ownArticle(parts.article, rights, catalogue);
  return {
    ticket,
    article: await checkArticle(article, { sources, caller, author: rights && authorOf(rights) }),
    fields: checkDynamicFields(parts, sources),
    attachments: checkAttachments(parts, operation),
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

/** The permission `create` is needed in every queue that a request names. */
async function requireCreatable(
  { Queue: name, QueueID: id }: Data,
  caller: Caller,
  { operation, catalogue: { queues }, context: { accounts } }: WriteSources,
): Promise<void> {
  const named = [
    ...(isFalsy(name) ? [] : [queues.byName(textOf(name))]),
    ...(isFalsy(id) ? [] : [queues.byID(Number(textOf(id)))]),
  ];
  for (const queue of named) {
    if (queue !== undefined && (await mayUseQueue(caller, queue, { accounts, permission: 'create' }))) continue;
    throw new OperationError(
      `${operation}.AccessDenied`,
      `${operation}: Can not create tickets in given Queue or QueueID!`,
    );
  }
}
