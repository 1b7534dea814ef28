import { cutText, textOf, withoutNul } from '../../request/family-values.js';
import type { CheckedArticle } from '../check-article.js';

export type ArticleHeaders = Readonly<Record<'from' | 'to' | 'cc' | 'bcc', string>>;

/** An article whose members have been checked and completed. Each header is one line. */
export interface ArticleDraft extends CheckedArticle, ArticleHeaders {
  readonly subject: string;
}

/** An attachment of a request, checked. */
export interface AttachmentDraft {
  readonly filename: string;
  readonly contentType: string;
  /** Base64, as sent. */
  readonly content: string;
  readonly contentID?: string | undefined;
  readonly contentAlternative?: string | undefined;
  readonly disposition?: string | undefined;
}

/** Length of `article_data_mime.a_subject`. */
const SUBJECT_LENGTH = 3800;

/** Completes a checked article. `from` is the sender if neither the caller's rights nor the request name one. */
export function draftArticle(article: CheckedArticle, { from, to, cc, bcc }: ArticleHeaders): ArticleDraft {
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
