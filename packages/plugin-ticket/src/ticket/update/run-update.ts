import type { Caller, Data, OperationContext } from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';
import { isInvolvementAsked } from '../../permission/agent-checks.js';
import type { TicketSystem } from '../../plugin/ticket-system.js';
import { isFalsy } from '../../request/family-values.js';
import { authenticateWriter } from '../../request/authenticate-writer.js';
import {
  authorOf,
  customerRights,
  ownArticle,
  requireSettable,
  requireSettableFields,
  type CustomerRights,
} from '../../permission/customer-rights.js';
import { writeSources, type WriteSources } from '../write-sources.js';
import { readableTicket, updateAccess } from './update-access.js';
import type { ChangedTicket } from './apply-update.js';
import { changeTicket } from './change-ticket.js';
import { readParts, type TicketParts } from '../checks/read-parts.js';
import { checkUpdate } from './check-update.js';
import { requireTicketNamed, ticketKey } from './ticket-key.js';
import { findTicket } from '../read-tickets.js';

/** The answer of an update, and its ticket. */
export interface UpdateResult {
  readonly caller: Caller;
  readonly changed: ChangedTicket;
  readonly answer: Data;
  /** Whether the request carried attachments. */
  readonly hasAttachments: boolean;
}

/** Checks everything in the family's order, then changes the ticket. */
export async function runUpdate(
  input: unknown,
  context: OperationContext,
  system: TicketSystem,
): Promise<UpdateResult> {
  const request = requireTicketNamed(input);
  const caller = await authenticateWriter(context, 'TicketUpdate');
  const sources = await writeSources('TicketUpdate', context, system);
  const rights = await customerRights(caller, context, 'TicketUpdate');
  const access = await updateAccess(caller, sources, { isOwnAct: rights !== undefined });
  const ifMatch = context.headers['If-Match'];
  const reading = { hasInvolved: isInvolvementAsked(context.settings), hasLastHistory: ifMatch !== undefined };
  const found = readableTicket(await findTicket(context.database, ticketKey(request), reading), access);
  const parts = partsOf(request, rights, sources);
  const author = rights && authorOf(rights);
  const checked = await checkUpdate(parts, { caller, stored: found, author }, sources);
  const changed = await changeTicket(
    context.database,
    { checked, caller, access, sources, ifMatch },
    { found, reading },
  );
  return { caller, changed, answer: answerOf(request, changed), hasAttachments: checked.attachments.length > 0 };
}

function partsOf(request: Data, rights: CustomerRights | undefined, sources: WriteSources): TicketParts {
  const shapes = readParts(request, { operation: 'TicketUpdate', settings: sources.context.settings });
  const parts = sources.rules.readParts(shapes, sources);
  return rights === undefined ? parts : requireOwnUpdate(parts, rights, sources.catalogue);
}

const NOTHING_OWN: ReadonlySet<string> = new Set();

/** A customer adds articles as themself, and changes of the ticket only what the service names. */
function requireOwnUpdate(parts: TicketParts, rights: CustomerRights, catalogue: Catalogue): TicketParts {
  requireSettable(parts.ticket ?? {}, NOTHING_OWN, rights);
  requireSettableFields(parts.dynamicFields, rights);
  return { ...parts, article: parts.article && ownArticle(parts.article, rights, catalogue) };
}

/** The id as it was sent; the type of the article's id depends on its sender, as recorded. */
function answerOf(request: Data, { stored, senderType, articleID }: ChangedTicket): Data {
  const ticketID = isFalsy(request.TicketNumber) ? request.TicketID : stored.id;
  if (articleID === undefined) return { TicketID: ticketID, TicketNumber: stored.number };
  const ArticleID = senderType === 'customer' ? String(articleID) : articleID;
  return { TicketID: ticketID, TicketNumber: stored.number, ArticleID };
}
