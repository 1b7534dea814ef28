import { checkArticle } from '../../articles/check-article.js';
import type { CompleteArticle } from '../../articles/store/prepare-article.js';
import { prepareContent } from '../../articles/store/prepare-content.js';
import type { FieldAssignment } from '../../dynamic-fields/plan-writes.js';
import type { WriteSources } from '../write-sources.js';
import { checkAttachments, checkDynamicFields } from './check-lists.js';
import type { NewTicketParts, TicketParts } from './read-parts.js';

/** The valid members of a request besides `Ticket`. */
export interface CheckedContents {
  readonly article: CompleteArticle | undefined;
  readonly fields: readonly FieldAssignment[];
}

/** The contents of a new ticket, which needs an article. */
export interface CheckedNewContents extends CheckedContents {
  readonly article: CompleteArticle;
}

/** Checks everything but `Ticket` in the family's order, before any transaction. */
export async function checkContents(parts: NewTicketParts, sources: WriteSources): Promise<CheckedNewContents>;
export async function checkContents(parts: TicketParts, sources: WriteSources): Promise<CheckedContents>;
export async function checkContents(parts: TicketParts, sources: WriteSources): Promise<CheckedContents> {
  const checked = parts.article && (await checkArticle(parts.article, sources));
  const fields = checkDynamicFields(parts, sources);
  const attachments = checkAttachments(parts, sources.operation);
  if (checked === undefined) return { article: undefined, fields };
  return { article: { checked, content: await prepareContent(checked, sources), attachments }, fields };
}
