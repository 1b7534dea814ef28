import type { Caller, CustomerUser } from '@ticketgate/sdk';

import type { AttachmentDraft } from '../../articles/store/article-draft.js';
import { prepareContent, type ArticleContent } from '../../articles/store/prepare-content.js';
import type { FieldAssignment } from '../../dynamic-fields/plan-writes.js';
import { checkArticle, type CheckedArticle } from '../../articles/check-article.js';
import { requireTexts } from '../../request/require-texts.js';
import type { WriteSources } from '../write-sources.js';
import { checkAttachments, checkDynamicFields } from '../checks/check-lists.js';
import type { TicketParts } from '../checks/read-parts.js';
import { checkTicket } from '../checks/check-ticket.js';
import type { StoredTicket } from '../read-tickets.js';

/** A request whose parts are all right. */
export interface CheckedUpdate {
  readonly parts: TicketParts;
  /** The customer in `Ticket.CustomerUser`, when known. */
  readonly customer: CustomerUser | undefined;
  readonly article: CheckedArticle | undefined;
  /** The body of the article. */
  readonly content: ArticleContent | undefined;
  readonly fields: readonly FieldAssignment[];
  readonly attachments: readonly AttachmentDraft[];
}

/** Checks all parts in the family's order; names are looked up here, before any transaction. */
export async function checkUpdate(
  parts: TicketParts,
  { caller, stored, author }: { caller: Caller; stored: StoredTicket; author: string | undefined },
  sources: WriteSources,
): Promise<CheckedUpdate> {
  const ticket = parts.ticket === undefined ? undefined : await checkTicket(parts.ticket, stored, sources);
  const article =
    parts.article === undefined ? undefined : await checkArticle(parts.article, { sources, caller, author });
  // Those of a TicketCreate are ignored.
  requireTexts(parts.article ?? {}, ['To', 'Cc', 'Bcc'], { operation: sources.operation, part: 'Article' });
  const fields = checkDynamicFields(parts, sources);
  const attachments = checkAttachments(parts, sources.operation);
  const content = article && (await prepareContent(article, sources));
  return { parts, customer: ticket?.customer, article, content, fields, attachments };
}
