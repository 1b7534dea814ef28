/** A row of `article_data_mime_attachment` before it is written. */
export interface AttachmentRow {
  readonly filename: string;
  readonly contentType: string;
  readonly contentID: string;
  readonly contentAlternative: string;
  readonly disposition: string;
  /** Bytes. */
  readonly size: number;
  /** Base64 without line breaks. */
  readonly content: string;
}

/** A row of `article_search_index` before it is written. */
export interface SearchIndexRow {
  readonly key: string;
  readonly value: string;
}

/** An article as it is stored: its columns, attachments and search index. */
export interface PreparedArticle {
  readonly body: string;
  readonly contentType: string;
  readonly attachments: readonly AttachmentRow[];
  readonly searchIndex: readonly SearchIndexRow[];
  /** Whether the host has to index it again. */
  readonly needsIndexing: boolean;
}
