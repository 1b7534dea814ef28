import { AUDIT, BIG_ID, COMMENTS, ID, indexes, NAME, SMALL_ID, VALID } from './table-parts.js';

/** The tables that tickets refer to, in the order of their references; names and types are those of the family. */
export const CATALOGUE_TABLES: readonly string[] = [
  `create table ticket_history_type (${SMALL_ID}, ${NAME}, ${COMMENTS}, ${VALID}, ${AUDIT})`,
  `create table ticket_state_type (${SMALL_ID}, ${NAME}, ${COMMENTS}, ${AUDIT})`,
  `create table ticket_priority (${SMALL_ID}, ${NAME}, ${VALID}, ${AUDIT})`,
  `create table ticket_type (${SMALL_ID}, ${NAME}, ${VALID}, ${AUDIT})`,
  `create table ticket_lock_type (${SMALL_ID}, ${NAME}, ${VALID}, ${AUDIT})`,
  `create table system_address (
    ${SMALL_ID}, value0 varchar(200) not null, value1 varchar(200) not null, value2 varchar(200), value3 varchar(200),
    queue_id integer not null, ${COMMENTS}, ${VALID}, ${AUDIT})`,
  `create table follow_up_possible (${SMALL_ID}, ${NAME}, ${COMMENTS}, ${VALID}, ${AUDIT})`,
  `create table article_sender_type (${SMALL_ID}, ${NAME}, ${COMMENTS}, ${VALID}, ${AUDIT})`,
  `create table communication_channel (
    ${BIG_ID}, ${NAME}, module varchar(200) not null, package_name varchar(200) not null, channel_data text not null,
    ${VALID}, ${AUDIT})`,
  `create table dynamic_field (
    ${ID}, internal_field smallint not null default 0, ${NAME}, label varchar(200) not null, field_order integer not null,
    field_type varchar(200) not null, object_type varchar(100) not null, config text, ${VALID}, ${AUDIT})`,
  `create table service (${ID}, ${NAME}, ${VALID}, ${COMMENTS}, ${AUDIT})`,
  `create table service_preferences (
    service_id integer not null references service (id), preferences_key varchar(150) not null,
    preferences_value varchar(250))`,
  ...indexes('service_preferences', ['service_id']),
  `create table service_customer_user (
    customer_user_login varchar(191) not null, service_id integer not null references service (id),
    create_time timestamp(0) not null, create_by integer not null references users (id))`,
  ...indexes('service_customer_user', ['customer_user_login', 'service_id']),
  `create table sla (
    ${ID}, ${NAME}, calendar_name varchar(100), first_response_time integer not null, first_response_notify smallint,
    update_time integer not null, update_notify smallint, solution_time integer not null, solution_notify smallint,
    ${VALID}, ${COMMENTS}, ${AUDIT})`,
  `create table sla_preferences (
    sla_id integer not null references sla (id), preferences_key varchar(150) not null, preferences_value varchar(250))`,
  ...indexes('sla_preferences', ['sla_id']),
  `create table service_sla (
    service_id integer not null references service (id), sla_id integer not null references sla (id),
    unique (service_id, sla_id))`,
  `create table auto_response_type (${SMALL_ID}, ${NAME}, ${COMMENTS}, ${VALID}, ${AUDIT})`,
  `create table auto_response (
    ${ID}, ${NAME}, text0 varchar(6000), text1 varchar(6000), type_id smallint not null references auto_response_type (id),
    system_address_id smallint not null references system_address (id), content_type varchar(250), ${COMMENTS}, ${VALID},
    ${AUDIT})`,
  `create table salutation (
    ${SMALL_ID}, ${NAME}, text varchar(3000) not null, content_type varchar(250), ${COMMENTS},
    ${VALID}, ${AUDIT})`,
  `create table signature (
    ${SMALL_ID}, ${NAME}, text varchar(3000) not null, content_type varchar(250), ${COMMENTS},
    ${VALID}, ${AUDIT})`,
  `create table link_object (${SMALL_ID}, name varchar(100) not null unique)`,
  `create table link_state (${SMALL_ID}, name varchar(50) not null unique, ${VALID}, ${AUDIT})`,
  `create table link_type (${SMALL_ID}, name varchar(50) not null unique, ${VALID}, ${AUDIT})`,
  `create table ticket_state (
    ${SMALL_ID}, ${NAME}, ${COMMENTS}, type_id smallint not null references ticket_state_type (id), ${VALID}, ${AUDIT})`,
  `create table queue (
    ${ID}, ${NAME}, group_id integer not null references groups_table (id), unlock_timeout integer,
    first_response_time integer, first_response_notify smallint, update_time integer, update_notify smallint,
    solution_time integer, solution_notify smallint, system_address_id smallint not null references system_address (id),
    calendar_name varchar(100), default_sign_key varchar(100), salutation_id smallint not null references salutation (id),
    signature_id smallint not null references signature (id),
    follow_up_id smallint not null references follow_up_possible (id), follow_up_lock smallint not null, ${COMMENTS},
    ${VALID}, ${AUDIT})`,
  ...indexes('queue', ['group_id']),
  `create table queue_preferences (
    queue_id integer not null references queue (id), preferences_key varchar(150) not null,
    preferences_value varchar(250))`,
  ...indexes('queue_preferences', ['queue_id']),
  `create table queue_auto_response (
    ${ID}, queue_id integer not null references queue (id), auto_response_id integer not null references auto_response (id),
    ${AUDIT})`,
];
