import type { Migration } from '@ticketgate/sdk';

import { DEBUG_ENTRY, DEBUG_ENTRY_BY_TIME } from './debug-entry.js';
import { eventConsumer } from './event-consumer.js';
import { EVENT } from './event.js';
import { requestsSent } from './requests-sent.js';
import { DEFINITION_FOLDERS, LEASE } from './several-machines.js';

/** The tables of services and debugger, and our own of the framework. Foreign keys to `users` come with the accounts. */
export const databaseMigrations: readonly Migration[] = [
  {
    name: 'database/001-services-and-debugger',
    why: 'Definitions and debugger entries live in the tables of the family, so that a host and we share them.',
    schema: 'family',
    async up(database) {
      for (const statement of SERVICES_AND_DEBUGGER) await database.query(statement);
    },
  },
  {
    name: 'database/002-applied-file',
    why: 'A definition file is applied once per content, and only over a service that a file created.',
    schema: 'ticketgate',
    async up(database) {
      await database.query(`create table ticketgate.applied_file (
        service_name text not null,
        content_sha256 text not null,
        applied_at timestamptz not null default now(),
        primary key (service_name, content_sha256)
      )`);
    },
  },
  {
    name: 'database/003-idempotency-key',
    why: 'A request that is sent again under its Idempotency-Key gets the answer of the first one, on every process.',
    schema: 'ticketgate',
    async up(database) {
      await database.query(`create table ticketgate.idempotency_key (
        scope text not null,
        key text not null,
        fingerprint text not null,
        answer text,
        created_at timestamptz not null,
        primary key (scope, key)
      )`);
      await database.query('create index idempotency_key_created_at on ticketgate.idempotency_key (created_at)');
    },
  },
  {
    name: 'database/004-debugger-content-inline',
    why: 'Answers of a few thousand characters are kept in their rows: compressing each costs more than writing it.',
    schema: 'family',
    async up(database) {
      // Bytes; the most that a row within its page can have.
      await database.query('alter table gi_debugger_entry_content set (toast_tuple_target = 8160)');
    },
  },
  {
    name: 'database/005-debugger-content-light',
    why: 'Requests and what was recorded of them are written and deleted together; checking that, and indexes that nobody reads, cost more (ADR 9).',
    schema: 'family',
    async up(database) {
      await database.query(
        'alter table gi_debugger_entry_content drop constraint gi_debugger_entry_content_gi_debugger_entry_id_fkey',
      );
      await database.query('drop index gi_debugger_entry_content_create_time, gi_debugger_entry_content_debug_level');
    },
  },
  {
    name: 'database/006-last-applied-file',
    why: 'A definition file is compared with what was last applied from it, so that a rollback by redeployment counts as a change.',
    schema: 'ticketgate',
    async up(database) {
      await database.query(`delete from ticketgate.applied_file older using ticketgate.applied_file newer
        where older.service_name = newer.service_name
          and (older.applied_at, older.content_sha256) < (newer.applied_at, newer.content_sha256)`);
      await database.query('alter table ticketgate.applied_file drop constraint applied_file_pkey');
      await database.query(`alter table ticketgate.applied_file add primary key (service_name),
        add column folder text, add column is_disabled boolean not null default false`);
    },
  },
  {
    name: 'database/007-request-counts',
    why: 'How often routes are called and how often they fail is known without reading the debug log.',
    schema: 'ticketgate',
    async up(database) {
      // Rows are only added: processes that count the same minute never wait for each other.
      await database.query(`create table ticketgate.request_count (
        begin timestamptz not null,
        is_hour boolean not null,
        service_id integer not null,
        operation text not null,
        method text not null,
        route text not null,
        requests integer not null,
        failed integer not null,
        errors jsonb not null,
        durations jsonb not null,
        milliseconds float8 not null,
        bytes_received bigint not null,
        bytes_sent bigint not null
      )`);
      await database.query('create index request_count_begin on ticketgate.request_count (begin)');
      await database.query('create index request_count_service on ticketgate.request_count (service_id, begin)');
    },
  },
  {
    name: 'database/008-chores',
    why: 'What has to be done from time to time is done by one process of all that serve this database.',
    schema: 'ticketgate',
    async up(database) {
      await database.query('create table ticketgate.chore (name text primary key, began_at timestamptz not null)');
    },
  },
  {
    name: 'database/010-replicas',
    why: 'Whoever looks after the system sees which processes serve, in which version, and how busy they are.',
    schema: 'ticketgate',
    async up(database) {
      await database.query(`create table ticketgate.replica (
        id text primary key,
        name text not null,
        version text not null,
        address text not null,
        since timestamptz not null,
        load jsonb not null,
        seen_at timestamptz not null
      )`);
    },
  },
  {
    name: 'database/009-service-version-note',
    why: 'The history of the family says neither where a version came from nor why it was made; its own rows stay as they are.',
    schema: 'ticketgate',
    async up(database) {
      // No foreign key: on a host it would add triggers to a table that is not ours.
      await database.query(`create table ticketgate.service_version_note (
        version_id bigint primary key,
        origin text not null,
        action text not null,
        comment text not null
      )`);
    },
  },
  {
    name: 'database/010-audit',
    why: 'Who changed what, when and from where is asked long after the change.',
    schema: 'ticketgate',
    async up(database) {
      await database.query(`create table ticketgate.audit (
        id bigint generated always as identity primary key,
        at timestamptz not null default clock_timestamp(),
        author text not null,
        action text not null,
        subject text not null,
        comment text not null,
        before jsonb,
        after jsonb,
        source text not null
      )`);
      await database.query('create index audit_at on ticketgate.audit (at)');
    },
  },
  {
    name: 'database/011-debug-entry',
    why: 'The debug log is searched by operation, status, caller and the like, which the tables of the family do not have.',
    schema: 'ticketgate',
    async up(database) {
      for (const statement of DEBUG_ENTRY) await database.query(statement);
    },
  },
  {
    name: 'database/012-debugger-entry-light',
    why: 'Requests are found by the indexes of ticketgate.debug_entry; keeping these up to date as well would cost more (ADR 9).',
    schema: 'family',
    async up(database) {
      await database.query('drop index gi_debugger_entry_create_time, gi_debugger_entry_webservice_id');
    },
  },
  {
    name: 'database/013-event',
    why: 'Plugins are told what happened once the transaction that did it has committed, even if the process ends right then.',
    schema: 'ticketgate',
    async up(database) {
      for (const statement of EVENT) await database.query(statement);
    },
  },
  {
    name: 'database/014-service-draft',
    why: 'A change of a web service takes more than one sitting, and nobody should lose it or publish half of it.',
    schema: 'ticketgate',
    async up(database) {
      await database.query(`create table ticketgate.service_draft (
        service_id integer primary key,
        definition text not null,
        base_version bigint not null,
        revision bigint not null default 1,
        author text not null,
        changed_at timestamptz not null default now()
      )`);
    },
  },
  {
    name: 'database/015-debug-entry-by-time',
    why: 'Pages of the debug log come in the order of time, so that a period of one caller is read without all others.',
    schema: 'ticketgate',
    async up(database) {
      for (const statement of DEBUG_ENTRY_BY_TIME) await database.query(statement);
    },
  },
  {
    name: 'database/016-debug-log-size',
    why: 'How large the debug log is has to be known every few minutes, which must not take longer the larger it is.',
    schema: 'ticketgate',
    async up(database) {
      await database.query('create table ticketgate.debug_log_size (bytes bigint not null)');
    },
  },
  {
    name: 'database/017-debug-entry-path',
    why: 'Requests that no route has are alike without their paths, which people look for.',
    schema: 'ticketgate',
    async up(database) {
      await database.query('alter table ticketgate.debug_entry add column path text');
      await database.query(
        'create index debug_entry_path on ticketgate.debug_entry (path text_pattern_ops, created_at) where path is not null',
      );
    },
  },
  {
    name: 'database/018-definition-folders',
    why: 'One machine of several must not disable or put back what another one has applied from its files.',
    schema: 'ticketgate',
    async up(database) {
      for (const statement of DEFINITION_FOLDERS) await database.query(statement);
    },
  },
  {
    name: 'database/019-lease',
    why: 'Locks of sessions stay with the connections of poolers, so a process that ended would keep what it claimed.',
    schema: 'ticketgate',
    async up(database) {
      await database.query(LEASE);
    },
  },
  requestsSent,
  eventConsumer,
];

const AUDIT = `create_time timestamp(0) not null, create_by integer not null,
  change_time timestamp(0) not null, change_by integer not null`;

const SERVICES_AND_DEBUGGER: readonly string[] = [
  `create table valid (
    id smallint generated by default as identity primary key, name varchar(191) not null unique, ${AUDIT}
  )`,
  `insert into valid (id, name, create_time, create_by, change_time, change_by)
   select id, name, now() at time zone 'UTC', 1, now() at time zone 'UTC', 1
   from (values (1, 'valid'), (2, 'invalid'), (3, 'invalid-temporarily')) as row (id, name)`,
  `select setval(pg_get_serial_sequence('valid', 'id'), 3)`,
  `create table gi_webservice_config (
    id integer generated by default as identity primary key, name varchar(191) not null unique, config text not null,
    valid_id smallint not null references valid (id), ${AUDIT}
  )`,
  `create table gi_webservice_config_history (
    id bigint generated by default as identity primary key,
    config_id integer not null references gi_webservice_config (id),
    config text not null, config_md5 varchar(32) not null unique, ${AUDIT}
  )`,
  `create index gi_webservice_config_history_config_id on gi_webservice_config_history (config_id)`,
  `create table gi_debugger_entry (
    id bigint generated by default as identity primary key, communication_id varchar(32) not null unique,
    communication_type varchar(50) not null, remote_ip varchar(50),
    webservice_id integer not null references gi_webservice_config (id), create_time timestamp(0) not null
  )`,
  `create index gi_debugger_entry_create_time on gi_debugger_entry (create_time)`,
  `create index gi_debugger_entry_webservice_id on gi_debugger_entry (webservice_id)`,
  `create table gi_debugger_entry_content (
    id bigint generated by default as identity primary key,
    gi_debugger_entry_id bigint not null references gi_debugger_entry (id), debug_level varchar(50) not null,
    subject varchar(255) not null, content text, create_time timestamp(0) not null
  )`,
  `create index gi_debugger_entry_content_create_time on gi_debugger_entry_content (create_time)`,
  `create index gi_debugger_entry_content_debug_level on gi_debugger_entry_content (debug_level)`,
  `create index gi_debugger_entry_content_entry on gi_debugger_entry_content (gi_debugger_entry_id)`,
];
