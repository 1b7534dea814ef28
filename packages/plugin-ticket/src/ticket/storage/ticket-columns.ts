import type { InputColumns } from '@ticketgate/postgres';

import type { ArticleWrite, TicketWrite } from './ticket-write.js';

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
