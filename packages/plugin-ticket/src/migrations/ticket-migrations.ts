import type { Migration } from '@ticketgate/sdk';

import { CATALOGUE_TABLES } from './catalogue-tables.js';
import { guardReferences } from './guarded-references.js';
import { CATALOGUE_ROWS, WELCOME_TICKET } from './initial-rows.js';
import { addFieldSearchIndexes, addSearchIndexes, limitWaitingTrigrams } from './search-indexes.js';
import { TICKET_TABLES } from './ticket-tables.js';
import { dropUnusedIndexes } from './unused-indexes.js';

/** The tables of the ticket system and what a fresh one holds. */
export const ticketMigrations: readonly Migration[] = [
  step(
    'plugin-ticket/001-catalogue-tables',
    'Tickets refer to queues, states, types, services and the like.',
    CATALOGUE_TABLES,
  ),
  step('plugin-ticket/002-ticket-tables', 'Tickets, articles, histories and what belongs to them.', TICKET_TABLES),
  step(
    'plugin-ticket/003-catalogue-rows',
    'The ids of states, priorities and history types are part of the protocol.',
    CATALOGUE_ROWS,
  ),
  step('plugin-ticket/004-welcome-ticket', 'A newcomer has a ticket to read.', WELCOME_TICKET),
  {
    name: 'plugin-ticket/search-indexes',
    why: 'Searches by parts of texts must not read whole tables.',
    schema: 'family',
    up: addSearchIndexes,
  },
  {
    name: 'plugin-ticket/field-search-indexes',
    why: 'Searches by dynamic fields must not read whole tables.',
    schema: 'family',
    up: addFieldSearchIndexes,
  },
  {
    name: 'plugin-ticket/search-index-waiting',
    why: 'Searches read whatever waits to be sorted into an index, which is 4 MB by default.',
    schema: 'family',
    up: limitWaitingTrigrams,
  },
  step(
    'plugin-ticket/change-time-index',
    'Clients that keep a copy of the tickets ask again and again for those that have changed since.',
    ['create index ticket_change_time on ticket (change_time, id)'],
  ),
  {
    name: 'plugin-ticket/guarded-references',
    why: 'Every ticket that is written locked the same rows of users, queues, states and the like; deleting those is refused instead (ADR 12).',
    schema: 'family',
    up: guardReferences,
  },
  {
    name: 'plugin-ticket/unused-indexes',
    why: 'Every row that is written was entered in indexes that no request reads (ADR 12).',
    schema: 'family',
    up: dropUnusedIndexes,
  },
];

function step(name: string, why: string, statements: readonly string[]): Migration {
  return {
    name,
    why,
    schema: 'family',
    async up(database) {
      for (const statement of statements) await database.query(statement);
    },
  };
}
