import type { Data, LimitScope } from '@ticketgate/sdk';

import type { ArticleRequest } from '../../articles/collect-articles.js';
import { requireAtMost } from '../../limits/limits.js';
import { isFalsy, isText, textOf } from '../../request/family-values.js';

/** The requested parts of a ticket. */
export interface TicketGetRequest extends ArticleRequest {
  readonly hasDynamicFields: boolean;
  readonly isExtended: boolean;
  readonly hasArticles: boolean;
}

/** Reads the options of TicketGet (`docs/compatibility.md`). */
export function readTicketGetRequest(input: Data, scope: LimitScope): TicketGetRequest {
  const limit = readLimit(input.ArticleLimit);
  const contents = input.GetAttachmentContents;
  return {
    hasDynamicFields: !isFalsy(input.DynamicFields),
    isExtended: !isFalsy(input.Extended),
    hasArticles: !isFalsy(input.AllArticles),
    senderTypes: readSenderTypes(input.ArticleSenderType, scope),
    // The order counts only where there is a limit.
    isNewestFirst: limit !== undefined && input.ArticleOrder === 'DESC',
    articleLimit: limit,
    hasAttachments: !isFalsy(input.Attachments),
    hasContents: contents === undefined || contents === null || !isFalsy(contents),
    hasHtmlBody: !isFalsy(input.HTMLBodyAsAttachment),
  };
}

/** An invalid number allows no articles. */
function readLimit(value: unknown): number | undefined {
  if (isFalsy(value)) return undefined;
  const limit = Math.floor(Number(textOf(value))) || 0;
  return Math.min(Math.max(0, limit), Number.MAX_SAFE_INTEGER);
}

function readSenderTypes(value: unknown, scope: LimitScope): readonly string[] | undefined {
  if (isFalsy(value)) return undefined;
  if (isText(value)) return [textOf(value)];
  if (!Array.isArray(value)) return undefined;
  // A type that is named twice gives its articles twice.
  requireAtMost('SenderTypes', { what: 'ArticleSenderType', count: value.length }, scope);
  return value.map(textOf);
}
