import type { NewArticle } from '../../ticket/storage/ticket-write.js';
import type { WriteSources } from '../../ticket/write-sources.js';
import type { CheckedArticle } from '../check-article.js';
import { cutText, textOf, withoutNul } from '../../request/family-values.js';
import type { ArticleDraft, ArticleHeaders, AttachmentDraft } from './article-draft.js';
import { attachmentRow, uniqueNames } from './attachment-row.js';
import { HTML_BODY, type ArticleContent } from './prepare-content.js';
import { indexOptions, searchIndexRows } from './search-index.js';

/** An article that passed all checks, with its body as it is stored. */
export interface CompleteArticle {
  readonly checked: CheckedArticle;
  readonly content: ArticleContent;
  readonly attachments: readonly AttachmentDraft[];
}

/** Turns a checked article into the rows to be stored. */
export async function prepareArticle(
  { checked, content, attachments }: CompleteArticle,
  headers: ArticleHeaders,
  { context, settings }: WriteSources,
): Promise<NewArticle> {
  const draft = draftArticle(checked, headers);
  const { body } = content;
  const index = indexOptions(settings, context.services.isAttached);
  const files = [
    ...content.attachments,
    ...uniqueNames(content.attachments, await Promise.all(attachments.map(attachmentRow))),
  ];
  const attachmentNames = files.map(({ filename }) => filename).filter((name) => name !== HTML_BODY);
  const prepared = {
    body,
    contentType: content.contentType.slice(0, 250),
    attachments: files,
    searchIndex: await searchIndexRows(draft, { body, attachmentNames }, index),
    needsIndexing: index.isCompletedByHost && attachmentNames.length > 0,
  };
  return { draft, prepared };
}

/** Length of `article_data_mime.a_subject`. */
const SUBJECT_LENGTH = 3800;

/** Completes a checked article. `from` is the sender if neither the caller's rights nor the request name one. */
function draftArticle(article: CheckedArticle, { from, to, cc, bcc }: ArticleHeaders): ArticleDraft {
  const { author, input } = article;
  return {
    from: headerLine(author ?? (headerLine(textOf(input.From)) || from)),
    to: headerLine(to),
    cc: headerLine(cc),
    bcc: headerLine(bcc),
    subject: cutText(headerLine(textOf(input.Subject)), SUBJECT_LENGTH),
    ...article,
  };
}

/** Removes line breaks. */
function headerLine(text: string): string {
  return withoutNul(text).replaceAll(/[\r\n]+/g, '');
}
