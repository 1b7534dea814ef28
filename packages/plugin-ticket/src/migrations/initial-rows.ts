const AUDIT_COLUMNS = 'create_time, create_by, change_time, change_by';
const AUDIT_VALUES = `now() at time zone 'UTC', 1, now() at time zone 'UTC', 1`;

const HISTORY_TYPES = `NewTicket FollowUp SendAutoReject SendAutoReply SendAutoFollowUp Forward Bounce SendAnswer
  SendAgentNotification SendCustomerNotification EmailAgent EmailCustomer PhoneCallAgent PhoneCallCustomer AddNote Move Lock Unlock
  Remove TimeAccounting CustomerUpdate PriorityUpdate OwnerUpdate LoopProtection Misc SetPendingTime StateUpdate
  TicketDynamicFieldUpdate WebRequestCustomer TicketLinkAdd TicketLinkDelete SystemRequest Merged ResponsibleUpdate Subscribe
  Unsubscribe TypeUpdate ServiceUpdate SLAUpdate ArchiveFlagUpdate EscalationSolutionTimeStop EscalationResponseTimeStart
  EscalationUpdateTimeStart EscalationSolutionTimeStart EscalationResponseTimeNotifyBefore EscalationUpdateTimeNotifyBefore
  EscalationSolutionTimeNotifyBefore EscalationResponseTimeStop EscalationUpdateTimeStop TitleUpdate EmailResend
  ArticleDynamicFieldUpdate ArticleEdit ArticleRestore ArticleDelete`.split(/\s+/);

/** Rows with the ids 1, 2, 3 … */
function named(table: string, names: readonly string[], isValidated = true): readonly string[] {
  const rows = names.map((name, index) => `(${index + 1}, '${name}'${isValidated ? ', 1' : ''}, ${AUDIT_VALUES})`);
  const columns = `id, name${isValidated ? ', valid_id' : ''}, ${AUDIT_COLUMNS}`;
  return [`insert into ${table} (${columns}) values ${rows.join(', ')}`, ...sequence(table, names.length)];
}

function sequence(table: string, last: number): readonly string[] {
  return [`select setval(pg_get_serial_sequence('${table}', 'id'), ${last})`];
}

/** Names and state type ids. `closed` is not in the family; the contract uses it (`docs/contract.md`). */
const STATES: readonly (readonly [name: string, typeID: number])[] = [
  ['new', 1],
  ['closed successful', 3],
  ['closed unsuccessful', 3],
  ['open', 2],
  ['removed', 6],
  ['pending reminder', 4],
  ['pending auto close+', 5],
  ['pending auto close-', 5],
  ['merged', 7],
  ['closed', 3],
];

const QUEUES = ['Postmaster', 'Raw', 'Junk', 'Misc'];

export const CATALOGUE_ROWS: readonly string[] = [
  ...named(
    'ticket_state_type',
    ['new', 'open', 'closed', 'pending reminder', 'pending auto', 'removed', 'merged'],
    false,
  ),
  `insert into ticket_state (id, name, type_id, valid_id, ${AUDIT_COLUMNS}) values
   ${STATES.map(([name, typeID], index) => `(${index + 1}, '${name}', ${typeID}, 1, ${AUDIT_VALUES})`).join(', ')}`,
  ...sequence('ticket_state', STATES.length),
  ...named('ticket_priority', ['1 very low', '2 low', '3 normal', '4 high', '5 very high']),
  ...named('ticket_lock_type', ['unlock', 'lock', 'tmp_lock']),
  ...named('ticket_type', ['Unclassified']),
  ...named('follow_up_possible', ['possible', 'reject', 'new ticket']),
  ...named('article_sender_type', ['agent', 'system', 'customer']),
  ...named('auto_response_type', [
    'auto reply',
    'auto reject',
    'auto follow up',
    'auto reply/new ticket',
    'auto remove',
  ]),
  ...named('ticket_history_type', HISTORY_TYPES),
  `insert into communication_channel (id, name, module, package_name, channel_data, valid_id, ${AUDIT_COLUMNS}) values
   ${['Email', 'Phone', 'Internal', 'Chat']
     .map(
       (name, index) =>
         `(${index + 1}, '${name}', 'Kernel::System::CommunicationChannel::${name}', 'Framework', '---', 1, ${AUDIT_VALUES})`,
     )
     .join(', ')}`,
  ...sequence('communication_channel', 4),
  `insert into system_address (id, value0, value1, queue_id, valid_id, ${AUDIT_COLUMNS})
   values (1, 'ticketgate@localhost', 'Ticketgate', 1, 1, ${AUDIT_VALUES})`,
  ...sequence('system_address', 1),
  `insert into salutation (id, name, text, content_type, valid_id, ${AUDIT_COLUMNS})
   values (1, 'system standard salutation (en)', 'Dear customer,', 'text/plain; charset=utf-8', 1, ${AUDIT_VALUES})`,
  ...sequence('salutation', 1),
  `insert into signature (id, name, text, content_type, valid_id, ${AUDIT_COLUMNS})
   values (1, 'system standard signature (en)', 'Your support team', 'text/plain; charset=utf-8', 1, ${AUDIT_VALUES})`,
  ...sequence('signature', 1),
  `insert into queue (id, name, group_id, unlock_timeout, system_address_id, salutation_id, signature_id, follow_up_id,
     follow_up_lock, valid_id, ${AUDIT_COLUMNS}) values
   ${QUEUES.map((name, index) => `(${index + 1}, '${name}', 1, 0, 1, 1, 1, 1, 0, 1, ${AUDIT_VALUES})`).join(', ')}`,
  ...sequence('queue', QUEUES.length),
  `insert into dynamic_field (id, internal_field, name, label, field_order, field_type, object_type, config, valid_id, ${AUDIT_COLUMNS})
   values (1, 1, 'ProcessManagementProcessID', 'Process', 1, 'ProcessID', 'Ticket', E'---\\nDefaultValue: ''''\\n', 1, ${AUDIT_VALUES}),
     (2, 1, 'ProcessManagementActivityID', 'Activity', 2, 'ActivityID', 'Ticket', E'---\\nDefaultValue: ''''\\n', 1, ${AUDIT_VALUES})`,
  ...sequence('dynamic_field', 2),
  `insert into link_object (name) values ('Ticket'), ('FAQ'), ('Appointment')`,
  ...named('link_state', ['Valid', 'Temporary']),
  ...named('link_type', ['Normal', 'ParentChild']),
];

const WELCOME_BODY = `Welcome to Ticketgate! This is your first ticket.

Create the next one over HTTP: the README shows how.`;

export const WELCOME_TICKET: readonly string[] = [
  `insert into ticket (id, tn, title, queue_id, ticket_lock_id, user_id, responsible_user_id, ticket_priority_id, ticket_state_id,
     timeout, until_time, escalation_time, escalation_update_time, escalation_response_time, escalation_solution_time, ${AUDIT_COLUMNS})
   values (1, '2015071510123456', 'Welcome to Ticketgate', 2, 1, 1, 1, 3, 1, 0, 0, 0, 0, 0, 0, ${AUDIT_VALUES})`,
  ...sequence('ticket', 1),
  `insert into article (id, ticket_id, article_sender_type_id, communication_channel_id, is_visible_for_customer, ${AUDIT_COLUMNS})
   values (1, 1, 3, 1, 1, ${AUDIT_VALUES})`,
  ...sequence('article', 1),
  `insert into article_data_mime (id, article_id, a_from, a_reply_to, a_to, a_cc, a_bcc, a_subject, a_message_id, a_in_reply_to,
     a_references, a_content_type, a_body, incoming_time, ${AUDIT_COLUMNS})
   values (1, 1, 'Ticketgate <ticketgate@localhost>', '', 'Your support team', '', '', 'Welcome to Ticketgate', '', '', '',
     'text/plain; charset=utf-8', '${WELCOME_BODY}', extract(epoch from now())::integer, ${AUDIT_VALUES})`,
  ...sequence('article_data_mime', 1),
  `insert into ticket_history (name, history_type_id, ticket_id, article_id, type_id, queue_id, owner_id, priority_id, state_id, ${AUDIT_COLUMNS})
   values ('New Ticket [2015071510123456] created.', 1, 1, 1, 1, 2, 1, 3, 1, ${AUDIT_VALUES})`,
];
