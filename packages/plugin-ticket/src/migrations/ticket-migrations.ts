import { readMigrations, statements } from '@ticketgate/database/postgres';
import type { Migration } from '@ticketgate/sdk';

import { guardReferences } from './guarded-references.js';
import { CATALOGUE_ROWS, WELCOME_TICKET } from './initial-rows.js';
import { addFieldSearchIndexes, addSearchIndexes, limitWaitingTrigrams, dropUnusedIndexes } from './search-indexes.js';
import tables from './ticket-tables.sql';

/** The tables of the ticket system and their initial rows. */
export const ticketMigrations: readonly Migration[] = [
  ...readMigrations(tables),
  step(
    'plugin-ticket/003-catalogue-rows',
    'The ids of states, priorities and history types are part of the protocol.',
    statements(...CATALOGUE_ROWS),
  ),
  step('plugin-ticket/004-welcome-ticket', 'A newcomer has a ticket to read.', statements(...WELCOME_TICKET)),
  step('plugin-ticket/search-indexes', 'Searches by parts of texts must not read whole tables.', addSearchIndexes),
  step(
    'plugin-ticket/field-search-indexes',
    'Searches by dynamic fields must not read whole tables.',
    addFieldSearchIndexes,
  ),
  step(
    'plugin-ticket/search-index-waiting',
    'Searches read whatever waits to be sorted into an index, which is 4 MB by default.',
    limitWaitingTrigrams,
  ),
  step(
    'plugin-ticket/change-time-index',
    'Clients that keep a copy of the tickets ask again and again for those that have changed since.',
    statements('create index ticket_change_time on ticket (change_time, id)'),
  ),
  step(
    'plugin-ticket/guarded-references',
    'Every ticket that is written locked the same rows of users, queues, states and the like; deleting those is refused instead (ADR 12).',
    guardReferences,
  ),
  step(
    'plugin-ticket/unused-indexes',
    'Every row that is written was entered in indexes that no request reads (ADR 12).',
    dropUnusedIndexes,
  ),
  step(
    'plugin-ticket/search-index-key',
    'An entry of the search index belongs to its article, whose key leads to the ticket: its own key said that again (ADR 12).',
    statements('alter table article_search_index drop constraint if exists article_search_index_ticket_id_fkey'),
  ),
];

function step(name: string, why: string, up: Migration['up']): Migration {
  return { name, why, schema: 'family', up };
}
