const STAMP = `'2026-11-21 00:00:00', 1, '2026-11-21 00:00:00', 1`;
const AUDIT = 'create_time, create_by, change_time, change_by';

function field(id: number, type: string, rest: { name: string; object?: string; config?: string }): string {
  const { name, object = 'Ticket', config = '' } = rest;
  return `(${id}, 0, '${name}', '${name}', ${id}, '${type}', '${object}', e'---\\n${config}', 1, ${STAMP})`;
}

/** Accounts and catalogue of the recorded system, with its ids. */
export const SEED: readonly string[] = [
  `insert into groups_table (id, name, valid_id, ${AUDIT}) values (4, 'restricted', 1, ${STAMP})`,
  `insert into users (id, login, pw, first_name, last_name, valid_id, ${AUDIT}) values
    (2, 'apiagent', '', 'Api', 'Agent', 1, ${STAMP}), (3, 'roagent', '', 'Ro', 'Agent', 1, ${STAMP}),
    (4, 'nogroupagent', '', 'Nogroup', 'Agent', 1, ${STAMP}), (5, 'goneagent', '', 'Gone', 'Agent', 2, ${STAMP}),
    (6, 'bossagent', '', 'Boss', 'Agent', 1, ${STAMP})`,
  `insert into group_user (user_id, group_id, permission_key, ${AUDIT}) values
    (2, 1, 'rw', ${STAMP}), (3, 1, 'ro', ${STAMP}), (6, 1, 'rw', ${STAMP}), (6, 4, 'rw', ${STAMP}), (1, 4, 'rw', ${STAMP})`,
  `insert into customer_company (customer_id, name, valid_id, ${AUDIT}) values ('ACME', 'ACME Corp', 1, ${STAMP})`,
  `insert into customer_user (login, email, customer_id, pw, first_name, last_name, valid_id, ${AUDIT}) values
    ('customer@example.com', 'customer@example.com', 'ACME', '', 'Carla', 'Customer', 1, ${STAMP}),
    ('jane', 'jane.doe@example.com', 'ACME', '', 'Jane', 'Customer', 1, ${STAMP}),
    ('gone', 'gone@example.com', 'ACME', '', 'Gone', 'Customer', 2, ${STAMP})`,
  `insert into queue (id, name, group_id, unlock_timeout, system_address_id, salutation_id, signature_id, follow_up_id,
     follow_up_lock, valid_id, ${AUDIT}) values
    (5, 'Misc::Sub', 1, 0, 1, 1, 1, 1, 0, 1, ${STAMP}), (6, 'Restricted', 4, 0, 1, 1, 1, 1, 0, 1, ${STAMP}),
    (7, 'OldQueue', 1, 0, 1, 1, 1, 1, 0, 2, ${STAMP})`,
  `insert into ticket_type (id, name, valid_id, ${AUDIT}) values
    (2, 'Incident', 1, ${STAMP}), (3, 'ServiceRequest', 1, ${STAMP}), (4, 'Obsolete', 2, ${STAMP})`,
  `insert into service (id, name, valid_id, ${AUDIT}) values
    (1, 'IT', 1, ${STAMP}), (2, 'IT::Email', 1, ${STAMP}), (3, 'HR', 1, ${STAMP})`,
  `insert into service_customer_user (customer_user_login, service_id, create_time, create_by)
   select login, service, '2026-11-21 00:00:00', 1 from unnest(array['customer@example.com', 'jane']) login, unnest(array[1, 2]) service`,
  `insert into sla (id, name, calendar_name, first_response_time, first_response_notify, update_time, update_notify, solution_time,
     solution_notify, valid_id, ${AUDIT}) values
    (1, 'Gold', '', 60, 0, 120, 0, 480, 0, 1, ${STAMP}), (2, 'Silver', '', 0, 0, 0, 0, 960, 0, 1, ${STAMP})`,
  'insert into service_sla (service_id, sla_id) values (1, 1), (2, 1), (3, 2)',
  `insert into dynamic_field (id, internal_field, name, label, field_order, field_type, object_type, config, valid_id, ${AUDIT}) values
    ${field(3, 'Text', { name: 'ExternalRef' })},
    ${field(4, 'Dropdown', { name: 'Impact', config: 'PossibleValues:\\n  high: High\\n  low: Low\\n  medium: Medium\\n' })},
    ${field(5, 'Date', { name: 'DueDate' })},
    ${field(6, 'DateTime', { name: 'DueAt' })},
    ${field(7, 'Multiselect', { name: 'Tags', config: 'PossibleValues:\\n  blue: Blue\\n  green: Green\\n  red: Red\\n' })},
    ${field(8, 'Checkbox', { name: 'Confirmed' })},
    ${field(9, 'TextArea', { name: 'Notes' })},
    ${field(10, 'Text', { name: 'ArticleRef', object: 'Article' })},
    ${field(11, 'Text', { name: 'Code', config: 'RegExList:\\n- ErrorMessage: no\\n  Value: ^[A-Z]{3}-\\\\d+$\\n' })},
    ${field(12, 'Text', { name: 'Labels', config: 'MultiValue: 1\\n' })},
    ${field(13, 'Agent', { name: 'Deputy' })}`,
];
