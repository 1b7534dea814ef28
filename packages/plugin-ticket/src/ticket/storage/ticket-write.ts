import type { Database, PlannedEvents } from '@ticketgate/sdk';

import type { ArticleDraft } from '../../articles/store/article-draft.js';
import type { AttachmentRow } from '../../articles/store/attachment-row.js';
import type { SearchIndexRow } from '../../articles/store/search-index.js';
import { storeAttachments } from '../../articles/store/store-attachments.js';
import type { CatalogueEntry, Entries } from '../../catalogue/catalogue.js';
import type { DynamicFieldWrite } from '../../dynamic-fields/plan-writes.js';
import { storeDynamicFieldWrites } from '../../dynamic-fields/store-writes.js';
import type { EscalationTimes } from '../../escalation/escalation-times.js';
import type { TicketDraft } from '../ticket-draft.js';

/** An article as it is stored: its columns, attachments and search index. */
export interface PreparedArticle {
  readonly body: string;
  readonly contentType: string;
  readonly attachments: readonly AttachmentRow[];
  readonly searchIndex: readonly SearchIndexRow[];
  /** Whether the host has to index it again. */
  readonly needsIndexing: boolean;
}

/** All that is written of a ticket with one statement. */
export interface TicketWrite {
  readonly draft: TicketDraft;
  readonly escalation: EscalationTimes;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly time: string;
  readonly historyTypes: Entries<CatalogueEntry>;
  /** The events of the write, as far as they were known before it. */
  readonly events: PlannedEvents;
}

/** With the article that it adds. */
export interface ArticleWrite extends TicketWrite {
  readonly article: NewArticle;
}

export interface NewArticle {
  readonly draft: ArticleDraft;
  readonly prepared: PreparedArticle;
}

/** The characters that it writes, as far as requests may make them many. */
export function sizeOfArticle({ article: { prepared } }: ArticleWrite): number {
  return prepared.searchIndex.reduce((size, { value }) => size + value.length, prepared.body.length);
}

/** Members that need statements of their own: such a write needs a transaction. */
export interface WriteDetails {
  readonly fieldWrites: readonly DynamicFieldWrite[];
  readonly article: NewArticle | undefined;
}

/** Writes what depends on the ids of the ticket and of its new article. */
export async function storeDetails(
  database: Database,
  { fieldWrites, article }: WriteDetails,
  owner: { readonly ticketID: number; readonly articleID: number | undefined; readonly time: string; userID: number },
): Promise<void> {
  const { articleID } = owner;
  await storeDynamicFieldWrites(database, fieldWrites, owner);
  if (article !== undefined && articleID !== undefined) {
    await storeAttachments(database, article.prepared.attachments, { ...owner, articleID });
  }
}
