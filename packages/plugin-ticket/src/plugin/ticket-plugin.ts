import { definePlugin, type Database, type NumberedThing } from '@ticketgate/sdk';

import { deliverMail } from '../articles/mail/deliver-mail.js';
import { hasMailServer } from '../articles/mail/mail-server.js';
import { ticketCatalogue } from '../catalogue/kinds/ticket-catalogue.js';
import { ticketInvokers } from '../invokers/ticket-invokers.js';
import { ticketIndexes, ticketMigrations } from '../migrations/ticket-migrations.js';
import { articleGet } from '../operations/article-get.js';
import { attachmentGet } from '../operations/attachment-get.js';
import { catalogueOperations } from '../operations/catalogue/catalogue-operations.js';
import { ticketCreate } from '../operations/ticket-create.js';
import { ticketDelete } from '../operations/ticket-delete.js';
import { ticketGet } from '../operations/ticket-get.js';
import { ticketHistoryGet } from '../operations/ticket-history-get.js';
import { ticketList } from '../operations/ticket-list.js';
import { ticketSearch } from '../operations/ticket-search.js';
import { ticketUpdate } from '../operations/ticket-update.js';
import { timeAccountingGet } from '../operations/time-accounting-get.js';
import { rehearseTicketEvent } from '../ticket/events/rehearse-event.js';
import { EVENT_SUMMARIES, TICKET_EVENTS } from '../ticket/events/event-names.js';
import { eventSubjects } from '../ticket/events/ticket-events.js';
import { ticketSettings } from './ticket-settings.js';
import { createTicketSystem } from './ticket-system.js';

async function findTicketByNumber(number: string, database: Database): Promise<NumberedThing | undefined> {
  const [found] = await database.query<{ readonly title: string | null }>('select title from ticket where tn = $1', [
    number,
  ]);
  return found && { kind: 'ticket', number, title: found.title ?? '' };
}

/** The ticket operations, with the ticket domain and its tables. */
export const plugin = definePlugin({
  name: 'ticket',
  migrations: ticketMigrations,
  indexes: ticketIndexes,
  settings: ticketSettings,
  catalogue: ticketCatalogue,
  services: createTicketSystem,
  isListening: ({ settings, isAttached }) => !isAttached && hasMailServer(settings),
  events: { 'mail.queued': deliverMail },
  emits: TICKET_EVENTS,
  eventSummaries: EVENT_SUMMARIES,
  subjects: eventSubjects(),
  rehearse: rehearseTicketEvent,
  findByNumber: findTicketByNumber,
  invokers: ticketInvokers,
  operations: [
    ticketCreate,
    ticketGet,
    ticketUpdate,
    ticketSearch,
    ticketList,
    ticketHistoryGet,
    timeAccountingGet,
    ticketDelete,
    articleGet,
    attachmentGet,
    ...catalogueOperations,
  ],
});
