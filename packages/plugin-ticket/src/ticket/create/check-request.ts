import type { Caller } from '@ticketgate/sdk';

import { checkArticle, type CheckedArticle } from '../../articles/check-article.js';
import type { AttachmentDraft } from '../../articles/store/article-draft.js';
import type { FieldAssignment } from '../../dynamic-fields/plan-writes.js';
import { checkAttachments, checkDynamicFields } from '../checks/check-lists.js';
import { checkTicket, type CheckedNewTicket } from '../checks/check-ticket.js';
import type { NewTicketParts } from '../checks/read-parts.js';
import type { WriteSources } from '../write-sources.js';
import { requireCreatable } from './require-creatable.js';

/** A request for a new ticket that passed all checks. */
export interface CheckedRequest {
  readonly ticket: CheckedNewTicket;
  readonly article: CheckedArticle;
  readonly fields: readonly FieldAssignment[];
  readonly attachments: readonly AttachmentDraft[];
}

/** Who asks; `author` is who the article is from, unless the caller may choose. */
export interface Asking {
  readonly caller: Caller;
  readonly author: string | undefined;
}

/** All checks of the parts, in their order; the first that fails answers (`docs/compatibility.md`). */
export async function checkRequest(
  parts: NewTicketParts,
  { caller, author }: Asking,
  sources: WriteSources,
): Promise<CheckedRequest> {
  const ticket = await checkTicket(parts.ticket, undefined, sources);
  await requireCreatable(parts.ticket, caller, sources);
  return {
    ticket,
    article: await checkArticle(parts.article, { sources, caller, author }),
    fields: checkDynamicFields(parts, sources),
    attachments: checkAttachments(parts, sources.operation),
  };
}
