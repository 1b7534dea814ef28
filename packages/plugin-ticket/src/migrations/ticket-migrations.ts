import { readMigrations } from '@ticketgate/database/postgres';
import type { ExpectedIndex } from '@ticketgate/sdk';

import text from './ticket-migrations.sql';

/** The tables of the ticket system and their initial rows. */
export const ticketMigrations = readMigrations(text);

/** Indexes for searches. In a stand-alone system, migrations create them. */
export const ticketIndexes: readonly ExpectedIndex[] = [
  ...expectIndexes('ticket', {
    title_lower: [
      'btree (lower((title)::text))',
      'TicketSearch by Title',
      "select id from ticket where lower(title) = 'printer on fire'",
    ],
    title_trigrams: [
      'gin (lower((title)::text) gin_trgm_ops)',
      'TicketSearch by Title with wildcards, Fulltext',
      "select id from ticket where lower(title) like '%printer%'",
    ],
    customer_user_id_lower: [
      'btree (lower((customer_user_id)::text))',
      'TicketSearch by CustomerUserLogin, searches of customers',
      "select id from ticket where lower(customer_user_id) = 'carla'",
    ],
    customer_id_lower: [
      'btree (lower((customer_id)::text))',
      'TicketSearch by CustomerID, searches of customers',
      "select id from ticket where lower(customer_id) = 'acme'",
    ],
    change_time: [
      'btree (change_time, id)',
      'TicketSearch by TicketLastChangeTime, TicketList sorted by Changed',
      'select id from ticket order by change_time desc, id limit 50',
    ],
    create_time: [
      'btree (create_time)',
      'TicketSearch by TicketCreateTime, searches sorted by Age',
      'select id from ticket order by create_time desc limit 50',
    ],
  }),
  ...expectIndexes('article_search_index', {
    value_trigrams: [
      'gin (article_value gin_trgm_ops)',
      'TicketSearch by Fulltext and by MIMEBase_…',
      "select ticket_id from article_search_index where article_value like '%printer%'",
    ],
  }),
  ...expectIndexes('dynamic_field_value', {
    field_id_value_text_lower: [
      'btree (field_id, "left"(lower((value_text)::text), 150))',
      'TicketSearch by DynamicField_… of texts',
      "select object_id from dynamic_field_value where field_id = 1 and left(lower(value_text), 150) = 'abc-1'",
    ],
    value_text_trigrams: [
      'gin (lower((value_text)::text) gin_trgm_ops)',
      'TicketSearch by DynamicField_… with Like',
      "select object_id from dynamic_field_value where lower(value_text) like '%abc%'",
    ],
    field_id_value_text: [
      'btree (field_id, "left"((value_text)::text, 150))',
      'TicketSearch by DynamicField_… of selections',
      "select object_id from dynamic_field_value where field_id = 1 and left(value_text, 150) = 'low'",
    ],
    field_id_value_date: [
      'btree (field_id, value_date)',
      'TicketSearch by DynamicField_… of dates',
      "select object_id from dynamic_field_value where field_id = 1 and value_date = '2026-01-01'",
    ],
    field_id_value_int: [
      'btree (field_id, value_int)',
      'TicketSearch by DynamicField_… of numbers and check boxes',
      'select object_id from dynamic_field_value where field_id = 1 and value_int = 1',
    ],
  }),
];

/** By the end of their names. */
type Indexes = Readonly<Record<string, readonly [definition: string, serves: string, example: string]>>;

function expectIndexes(table: string, indexes: Indexes): readonly ExpectedIndex[] {
  return Object.entries(indexes).map(([ending, [definition, serves, example]]) => {
    const extension = definition.includes('gin_trgm_ops') ? ({ extension: 'pg_trgm' } as const) : {};
    return { name: `${table}_${ending}`, table, definition, serves, example, ...extension };
  });
}
