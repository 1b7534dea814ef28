import { readMigrations } from '@ticketgate/database/postgres';
import type { ExpectedIndex } from '@ticketgate/sdk';

import text from './ticket-migrations.sql';

/** The tables of the ticket system and their initial rows. */
export const ticketMigrations = readMigrations(text);

/** Indexes for searches. In a stand-alone system, migrations create them. */
export const ticketIndexes: readonly ExpectedIndex[] = [
  {
    name: 'ticket_title_lower',
    table: 'ticket',
    definition: 'btree (lower((title)::text))',
    serves: 'TicketSearch by Title',
    example: "select id from ticket where lower(title) = 'printer on fire'",
  },
  {
    name: 'ticket_title_trigrams',
    table: 'ticket',
    definition: 'gin (lower((title)::text) gin_trgm_ops)',
    extension: 'pg_trgm',
    serves: 'TicketSearch by Title with wildcards, Fulltext',
    example: "select id from ticket where lower(title) like '%printer%'",
  },
  {
    name: 'ticket_customer_user_id_lower',
    table: 'ticket',
    definition: 'btree (lower((customer_user_id)::text))',
    serves: 'TicketSearch by CustomerUserLogin, searches of customers',
    example: "select id from ticket where lower(customer_user_id) = 'carla'",
  },
  {
    name: 'ticket_customer_id_lower',
    table: 'ticket',
    definition: 'btree (lower((customer_id)::text))',
    serves: 'TicketSearch by CustomerID, searches of customers',
    example: "select id from ticket where lower(customer_id) = 'acme'",
  },
  {
    name: 'ticket_change_time',
    table: 'ticket',
    definition: 'btree (change_time, id)',
    serves: 'TicketSearch by TicketLastChangeTime, TicketList sorted by Changed',
    example: 'select id from ticket order by change_time desc, id limit 50',
  },
  {
    name: 'ticket_create_time',
    table: 'ticket',
    definition: 'btree (create_time)',
    serves: 'TicketSearch by TicketCreateTime, searches sorted by Age',
    example: 'select id from ticket order by create_time desc limit 50',
  },
  {
    name: 'article_search_index_value_trigrams',
    table: 'article_search_index',
    definition: 'gin (article_value gin_trgm_ops)',
    extension: 'pg_trgm',
    serves: 'TicketSearch by Fulltext and by MIMEBase_…',
    example: "select ticket_id from article_search_index where article_value like '%printer%'",
  },
  {
    name: 'dynamic_field_value_field_id_value_text_lower',
    table: 'dynamic_field_value',
    definition: 'btree (field_id, "left"(lower((value_text)::text), 150))',
    serves: 'TicketSearch by DynamicField_… of texts',
    example: "select object_id from dynamic_field_value where field_id = 1 and left(lower(value_text), 150) = 'abc-1'",
  },
  {
    name: 'dynamic_field_value_value_text_trigrams',
    table: 'dynamic_field_value',
    definition: 'gin (lower((value_text)::text) gin_trgm_ops)',
    extension: 'pg_trgm',
    serves: 'TicketSearch by DynamicField_… with Like',
    example: "select object_id from dynamic_field_value where lower(value_text) like '%abc%'",
  },
  {
    name: 'dynamic_field_value_field_id_value_text',
    table: 'dynamic_field_value',
    definition: 'btree (field_id, "left"((value_text)::text, 150))',
    serves: 'TicketSearch by DynamicField_… of selections',
    example: "select object_id from dynamic_field_value where field_id = 1 and left(value_text, 150) = 'low'",
  },
  {
    name: 'dynamic_field_value_field_id_value_date',
    table: 'dynamic_field_value',
    definition: 'btree (field_id, value_date)',
    serves: 'TicketSearch by DynamicField_… of dates',
    example: "select object_id from dynamic_field_value where field_id = 1 and value_date = '2026-01-01'",
  },
  {
    name: 'dynamic_field_value_field_id_value_int',
    table: 'dynamic_field_value',
    definition: 'btree (field_id, value_int)',
    serves: 'TicketSearch by DynamicField_… of numbers and check boxes',
    example: 'select object_id from dynamic_field_value where field_id = 1 and value_int = 1',
  },
];
