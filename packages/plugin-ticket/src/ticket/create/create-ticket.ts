import { epochOf, type Caller, type CustomerUser, type Data, type OperationContext } from '@ticketgate/sdk';

import { draftArticle, type AttachmentDraft } from '../../articles/store/article-draft.js';
import { indexOptions } from '../../articles/store/index-options.js';
import { prepareArticle } from '../../articles/store/prepare-article.js';
import { prepareContent } from '../../articles/store/prepare-content.js';
import { planDynamicFieldWrites } from '../../dynamic-fields/plan-writes.js';
import { factsOfNewTicket } from '../../escalation/advance-facts.js';
import { addressOf, authorOf, customerRights } from '../../permission/customer-rights.js';
import { requireCustomerFits, type CustomerColumns } from '../changes/change-customer.js';
import { draftTicket, type NewTicket } from './new-ticket.js';
import { readNewTicketParts } from '../checks/read-parts.js';
import { TITLE_LENGTH } from '../column-lengths.js';
import { escalationOfChange } from '../changes/escalation-of-change.js';
import { storeNewTicket, type StoredIDs, type TicketInsert } from '../storage/insert-ticket.js';
import { isWriteHeard, tellWrite } from '../ticket-events.js';
import { writeSources, type WriteSources } from '../write-sources.js';
import type { TicketSystem } from '../../plugin/ticket-system.js';
import { cutText, isFalsy, textOf, withoutNul } from '../../request/family-values.js';
import { authenticateWriter } from '../../request/authenticate-writer.js';
import { checkRequest, type CheckedRequest } from './check-request.js';
import { ownParts } from './own-parts.js';

/** A ticket that was created. */
export interface CreatedTicket extends StoredIDs {
  readonly number: string;
  readonly isFromCustomer: boolean;
  /** Whether the request carried attachments. */
  readonly hasAttachments: boolean;
}

/** Checks everything, in the family's order, makes up the ticket in memory, and stores it with one statement. */
export async function createTicket(
  input: Data,
  context: OperationContext,
  system: TicketSystem,
): Promise<CreatedTicket> {
  const caller = await authenticateWriter(context, 'TicketCreate');
  const sources = await writeSources('TicketCreate', context, system);
  const sent = readNewTicketParts(input, { operation: 'TicketCreate', settings: context.settings });
  const rights = await customerRights(caller, context, 'TicketCreate');
  const parts = rights === undefined ? sent : await ownParts(sent, rights, sources);
  const checked = await checkRequest(parts, { caller, author: rights && authorOf(rights) }, sources);
  const number = await system.numbers.next(system.database, sources.now);
  const ticket = await completeTicket(parts.ticket, { checked, caller, number }, sources);
  const ids = await store(ticket, checked.attachments, sources);
  return {
    ...ids,
    number,
    isFromCustomer: ticket.article.senderType.name === 'customer',
    hasAttachments: checked.attachments.length > 0,
  };
}

interface CheckedParts {
  readonly checked: CheckedRequest;
  readonly caller: Caller;
  readonly number: string;
}

/** What the request leaves to the customer, the caller and the settings. */
async function completeTicket(
  given: Data,
  { checked: { ticket, article, fields }, caller, number }: CheckedParts,
  { catalogue: { types }, context: { accounts, settings } }: WriteSources,
): Promise<NewTicket> {
  const login = textOf(given.CustomerUser);
  const customer = ticket.customer ?? (await accounts.customers.findByEmail(login));
  const columns = customerColumns(given, customer);
  requireCustomerFits(columns, 'Ticket could not be created, please contact the system administrator');
  const from = customer === undefined ? login : addressOf(customer);
  const to = isFalsy(given.Queue) ? ticket.queue.name : textOf(given.Queue);
  return {
    caller,
    number,
    title: cutText(withoutNul(textOf(given.Title)), TITLE_LENGTH),
    customer: columns,
    type: ticket.type ?? types.byName(settings.text('Ticket::Type::Default')) ?? types.byID(1),
    checked: ticket,
    article: draftArticle(article, { from, to, cc: '', bcc: '' }),
    fieldWrites: planDynamicFieldWrites(fields, () => null).writes,
  };
}

function customerColumns({ CustomerUser, CustomerID }: Data, customer: CustomerUser | undefined): CustomerColumns {
  return {
    customerID: isFalsy(CustomerID) ? (customer?.customerID ?? '') : textOf(CustomerID),
    customerUserID: customer?.login ?? textOf(CustomerUser),
  };
}

async function store(
  ticket: NewTicket,
  attachments: readonly AttachmentDraft[],
  sources: WriteSources,
): Promise<StoredIDs> {
  const { catalogue, context, directory, now, zone } = sources;
  const { settings } = context;
  const { article, fieldWrites, number } = ticket;
  const content = await prepareContent(article, sources);
  const index = indexOptions(settings, sources.isAttached);
  const prepared = await prepareArticle(article, { content, attachments, index });
  const draft = draftTicket(ticket, epochOf(now), { catalogue, directory, settings, zone });
  const factsBefore = () => factsOfNewTicket(draft.now);
  return storeAndTell(sources, {
    number,
    draft,
    article: { draft: article, prepared },
    fieldWrites,
    escalation: await escalationOfChange({ draft, article, isStateChanged: true }, factsBefore, sources),
    time: context.formatTime(now),
    historyTypes: catalogue.historyTypes,
  });
}

function storeAndTell({ context: { database }, events }: WriteSources, ticket: TicketInsert): Promise<StoredIDs> {
  if (!isWriteHeard(events, 'ticket.created')) return storeNewTicket(database, ticket);
  return database.withTransaction(async (transaction) => {
    const ids = await storeNewTicket(transaction, ticket);
    await tellWrite(transaction, events, { name: 'ticket.created', number: ticket.number, ...ids });
    return ids;
  });
}
