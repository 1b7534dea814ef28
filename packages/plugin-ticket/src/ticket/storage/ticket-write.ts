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

/** The columns, attachments and search index of an article. */
export interface PreparedArticle {
  readonly body: string;
  readonly contentType: string;
  readonly attachments: readonly AttachmentRow[];
  readonly searchIndex: readonly SearchIndexRow[];
  /** Whether the host has to update its search index. */
  readonly needsIndexing: boolean;
}

/** The part of a write that is one statement. */
export interface TicketWrite {
  readonly draft: TicketDraft;
  readonly escalation: EscalationTimes;
  /** `YYYY-MM-DD HH:MM:SS`. */
  readonly time: string;
  readonly historyTypes: Entries<CatalogueEntry>;
  /** The events of the write that are known in advance. */
  readonly events: PlannedEvents;
}

/** A write that adds an article. */
export interface ArticleWrite extends TicketWrite {
  readonly article: NewArticle;
}

export interface NewArticle {
  readonly draft: ArticleDraft;
  readonly prepared: PreparedArticle;
}

/** Approximate characters of an article. */
export function sizeOfArticle({ article: { prepared } }: ArticleWrite): number {
  return prepared.searchIndex.reduce((size, { value }) => size + value.length, prepared.body.length);
}

/** The parts of a write that need their own statements, and therefore a transaction. */
export interface WriteDetails {
  readonly fieldWrites: readonly DynamicFieldWrite[];
  readonly article: NewArticle | undefined;
}

/** Writes the rows that depend on the ids of the ticket and its new article. */
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
