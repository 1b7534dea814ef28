import { readMigrations } from '@ticketgate/database/postgres';
import type { ExpectedIndex } from '@ticketgate/sdk';

import text from './ticket-migrations.sql';

/** The tables of the ticket system and their initial rows. */
export const ticketMigrations = readMigrations(text);

/** Indexes for searches. In a stand-alone system, migrations create them. */
export const ticketIndexes: readonly ExpectedIndex[] = [
  ...expectIndexes('ticket', {
    title_lower: ['btree (lower((title)::text))', 'TicketSearch by Title'],
    title_trigrams: ['gin (lower((title)::text) gin_trgm_ops)', 'TicketSearch by Title with wildcards, Fulltext'],
    customer_user_id_lower: [
      'btree (lower((customer_user_id)::text))',
      'TicketSearch by CustomerUserLogin, searches of customers',
    ],
    customer_id_lower: ['btree (lower((customer_id)::text))', 'TicketSearch by CustomerID, searches of customers'],
    change_time: ['btree (change_time, id)', 'TicketSearch by TicketLastChangeTime, TicketList sorted by Changed'],
    create_time: ['btree (create_time)', 'TicketSearch by TicketCreateTime, searches sorted by Age'],
  }),
  ...expectIndexes('article_search_index', {
    value_trigrams: ['gin (article_value gin_trgm_ops)', 'TicketSearch by Fulltext and by MIMEBase_…'],
  }),
  ...expectIndexes('dynamic_field_value', {
    field_id_value_text_lower: [
      'btree (field_id, "left"(lower((value_text)::text), 150))',
      'TicketSearch by DynamicField_… of texts',
    ],
    value_text_trigrams: ['gin (lower((value_text)::text) gin_trgm_ops)', 'TicketSearch by DynamicField_… with Like'],
    field_id_value_text: [
      'btree (field_id, "left"((value_text)::text, 150))',
      'TicketSearch by DynamicField_… of selections',
    ],
    field_id_value_date: ['btree (field_id, value_date)', 'TicketSearch by DynamicField_… of dates'],
    field_id_value_int: ['btree (field_id, value_int)', 'TicketSearch by DynamicField_… of numbers and check boxes'],
  }),
  ...expectIndexes('time_accounting', {
    create_by_create_time: ['btree (create_by, create_time)', 'TimeAccountingGet'],
  }),
];

/** By the end of their names. */
type Indexes = Readonly<Record<string, readonly [definition: string, serves: string]>>;

function expectIndexes(table: string, indexes: Indexes): readonly ExpectedIndex[] {
  return Object.entries(indexes).map(([ending, [definition, serves]]) => {
    const extension = definition.includes('gin_trgm_ops') ? ({ extension: 'pg_trgm' } as const) : {};
    return { name: `${table}_${ending}`, table, definition, serves, ...extension };
  });
}
