import type { InputColumns } from '@ticketgate/postgres';
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

/** The columns of `ticket` that every write sets. */
export const TICKET_COLUMNS: InputColumns<TicketWrite> = {
  title: ['text', ({ draft }) => draft.columns.title],
  queue_id: ['int', ({ draft }) => draft.columns.queueID],
  ticket_lock_id: ['int', ({ draft }) => draft.columns.lockID],
  type_id: ['int', ({ draft }) => draft.columns.typeID],
  service_id: ['int', ({ draft }) => draft.columns.serviceID],
  sla_id: ['int', ({ draft }) => draft.columns.slaID],
  user_id: ['int', ({ draft }) => draft.columns.ownerID],
  responsible_user_id: ['int', ({ draft }) => draft.columns.responsibleID],
  ticket_priority_id: ['int', ({ draft }) => draft.columns.priorityID],
  ticket_state_id: ['int', ({ draft }) => draft.columns.stateID],
  customer_id: ['text', ({ draft }) => draft.columns.customerID],
  customer_user_id: ['text', ({ draft }) => draft.columns.customerUserID],
  timeout: ['int', ({ draft }) => draft.columns.timeout],
  until_time: ['int', ({ draft }) => draft.columns.untilTime],
  archive_flag: ['int', ({ draft }) => draft.columns.archiveFlag],
  escalation_time: ['int', ({ escalation }) => escalation.escalationTime],
  escalation_update_time: ['int', ({ escalation }) => escalation.updateTime],
  escalation_response_time: ['int', ({ escalation }) => escalation.responseTime],
  escalation_solution_time: ['int', ({ escalation }) => escalation.solutionTime],
};

/** Time and user of all rows of a write. */
export const STAMP_COLUMNS: InputColumns<TicketWrite> = {
  written_at: ['timestamp', ({ time }) => time],
  written_by: ['int', ({ draft }) => draft.userID],
};

/** The columns of `article`. */
export const ARTICLE_COLUMNS: InputColumns<ArticleWrite> = {
  article_sender_type_id: ['int', ({ article }) => article.draft.senderType.id],
  communication_channel_id: ['int', ({ article }) => article.draft.channel.id],
  is_visible_for_customer: ['int', ({ article }) => Number(article.draft.isVisible)],
  search_index_needs_rebuild: ['int', ({ article }) => Number(article.prepared.needsIndexing)],
};

/** The columns of `article_data_mime`. */
export const MIME_COLUMNS: InputColumns<ArticleWrite> = {
  a_from: ['text', ({ article }) => article.draft.from],
  a_to: ['text', ({ article }) => article.draft.to],
  a_cc: ['text', ({ article }) => article.draft.cc],
  a_bcc: ['text', ({ article }) => article.draft.bcc],
  a_subject: ['text', ({ article }) => article.draft.subject],
  a_content_type: ['text', ({ article }) => article.prepared.contentType],
  a_body: ['text', ({ article }) => article.prepared.body],
  incoming_time: ['int', ({ draft }) => draft.now],
};

/** The column of `time_accounting`; null if no time is accounted. */
export const TIME_COLUMNS: InputColumns<ArticleWrite> = {
  time_unit: ['decimal', ({ article }) => article.draft.timeUnit ?? null],
};

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
