import type { Data } from '@ticketgate/sdk';

import { isFalsy, isText, textOf } from '../../values.js';

/** What of a ticket is asked for. */
export interface TicketGetRequest {
  readonly hasDynamicFields: boolean;
  readonly isExtended: boolean;
  readonly hasArticles: boolean;
  /** Articles of these sender types only, in this order; undefined for all. */
  readonly senderTypes: readonly string[] | undefined;
  readonly isNewestFirst: boolean;
  /** 0 for all. */
  readonly articleLimit: number;
  readonly hasAttachments: boolean;
  readonly hasContents: boolean;
  readonly hasHtmlBody: boolean;
}

/** Reads the options of TicketGet (`docs/compatibility.md`, ticket operations 3.1). */
export function readTicketGetRequest(input: Data): TicketGetRequest {
  const limit = isFalsy(input.ArticleLimit)
    ? 0
    : Math.max(0, Math.floor(Number(textOf(input.ArticleLimit)) || 0));
  const contents = input.GetAttachmentContents;
  return {
    hasDynamicFields: !isFalsy(input.DynamicFields),
    isExtended: !isFalsy(input.Extended),
    hasArticles: !isFalsy(input.AllArticles),
    senderTypes: readSenderTypes(input.ArticleSenderType),
    // The order counts only where there is a limit.
    isNewestFirst: limit > 0 && textOf(input.ArticleOrder).toUpperCase() === 'DESC',
    articleLimit: limit,
    hasAttachments: !isFalsy(input.Attachments),
    hasContents: contents === undefined || contents === null || !isFalsy(contents),
    hasHtmlBody: !isFalsy(input.HTMLBodyAsAttachment),
  };
}

function readSenderTypes(value: unknown): readonly string[] | undefined {
  if (isFalsy(value)) return undefined;
  if (isText(value)) return [textOf(value)];
  return Array.isArray(value) ? value.map(textOf) : undefined;
}
