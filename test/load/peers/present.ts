import type { Names } from './names.js';

/** A row of the statement TICKET. */
export interface TicketRow {
  readonly id: number;
  readonly tn: string;
  readonly title: string;
  readonly queue_id: number;
  readonly ticket_lock_id: number;
  readonly type_id: number;
  readonly user_id: number;
  readonly responsible_user_id: number;
  readonly ticket_priority_id: number;
  readonly ticket_state_id: number;
  readonly customer_id: string | null;
  readonly customer_user_id: string | null;
  readonly timeout: number;
  readonly until_time: number;
  readonly escalation_time: number;
  readonly escalation_update_time: number;
  readonly escalation_response_time: number;
  readonly escalation_solution_time: number;
  readonly create_time: string;
  readonly create_by: number;
  readonly change_time: string;
  readonly change_by: number;
  readonly time_unit: number;
}

export type ArticleRow = Readonly<Record<string, string | number | null>>;

/** The answer of TicketGet, member by member. */
export function presentTicket(row: TicketRow, { queues, states, priorities, agents }: Names): object {
  const queue = queues.byID.get(row.queue_id);
  const state = states.byID.get(row.ticket_state_id);
  return {
    TicketID: row.id,
    TicketNumber: row.tn,
    Title: row.title,
    QueueID: row.queue_id,
    Queue: queue?.name,
    GroupID: queue?.detail,
    StateID: row.ticket_state_id,
    State: state?.name,
    PriorityID: row.ticket_priority_id,
    Priority: priorities.byID.get(row.ticket_priority_id)?.name,
    LockID: row.ticket_lock_id,
    Lock: row.ticket_lock_id === 1 ? 'unlock' : 'lock',
    TypeID: row.type_id,
    Type: 'Unclassified',
    ServiceID: '',
    SLAID: '',
    OwnerID: row.user_id,
    Owner: agents.byID.get(row.user_id)?.name,
    ResponsibleID: row.responsible_user_id,
    Responsible: agents.byID.get(row.responsible_user_id)?.name,
    StateType: state?.detail,
    CustomerID: row.customer_id,
    CustomerUserID: row.customer_user_id,
    Created: row.create_time,
    CreateBy: row.create_by,
    Changed: row.change_time,
    ChangeBy: row.change_by,
    Age: Math.floor((Date.now() - Date.parse(`${row.create_time}Z`)) / 1000),
    ArchiveFlag: 'n',
    UnlockTimeout: row.timeout,
    RealTillTimeNotUsed: row.until_time,
    UntilTime: 0,
    EscalationTime: row.escalation_time,
    EscalationUpdateTime: row.escalation_update_time,
    EscalationResponseTime: row.escalation_response_time,
    EscalationSolutionTime: row.escalation_solution_time,
    TimeUnit: row.time_unit,
  };
}

export function presentArticle(row: ArticleRow, index: number): object {
  return {
    ArticleID: row.id,
    TicketID: row.ticket_id,
    ArticleNumber: index + 1,
    CommunicationChannelID: row.communication_channel_id,
    SenderTypeID: String(row.article_sender_type_id),
    SenderType: row.article_sender_type_id === 1 ? 'agent' : 'customer',
    IsVisibleForCustomer: row.is_visible_for_customer,
    CreateTime: row.create_time,
    CreateBy: row.create_by,
    ChangeTime: row.change_time,
    ChangeBy: row.change_by,
    From: row.a_from,
    To: row.a_to,
    Cc: row.a_cc,
    Bcc: row.a_bcc,
    ReplyTo: row.a_reply_to,
    Subject: row.a_subject,
    Body: row.a_body,
    MessageID: row.a_message_id,
    InReplyTo: row.a_in_reply_to,
    References: row.a_references,
    ContentType: row.a_content_type,
    ContentCharset: 'utf-8',
    Charset: 'utf-8',
    MimeType: 'text/plain',
    IncomingTime: row.incoming_time,
    IsEdited: 0,
    IsDeleted: 0,
    TimeUnit: row.time_unit,
  };
}
