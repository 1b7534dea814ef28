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
