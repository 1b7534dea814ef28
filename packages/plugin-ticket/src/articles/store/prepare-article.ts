import type { ArticleDraft, AttachmentDraft } from './article-draft.js';
import { attachmentRow, uniqueNames } from './attachment-row.js';
import type { IndexOptions } from './index-options.js';
import { HTML_BODY, type ArticleContent } from './prepare-content.js';
import type { PreparedArticle } from './prepared-article.js';
import { searchIndexRows } from './search-index.js';

/** What an article holds, and how it is indexed. */
export interface ArticleParts {
  readonly content: ArticleContent;
  readonly attachments: readonly AttachmentDraft[];
  readonly index: IndexOptions;
}

/** Turns a checked article into what is stored. */
export async function prepareArticle(
  draft: ArticleDraft,
  { content, attachments, index }: ArticleParts,
): Promise<PreparedArticle> {
  const { body } = content;
  const files = [
    ...content.attachments,
    ...uniqueNames(content.attachments, await Promise.all(attachments.map(attachmentRow))),
  ];
  const attachmentNames = files.map(({ filename }) => filename).filter((name) => name !== HTML_BODY);
  return {
    body,
    contentType: content.contentType.slice(0, 250),
    attachments: files,
    searchIndex: await searchIndexRows(draft, { body, attachmentNames }, index),
    needsIndexing: index.isCompletedByHost && attachmentNames.length > 0,
  };
}
