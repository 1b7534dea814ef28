import type { CalledBy, Data, InputOf, SentTo } from '@ticketgate/sdk';

import type { articleGetInput, articleGetOutput } from './operations/article-get.js';
import type {
  priorityList,
  typeList,
  queueList,
  stateList,
  serviceList,
} from './operations/catalogue/catalogue-operations.js';
import type { dynamicFieldList, dynamicFieldValues } from './operations/catalogue/dynamic-field-list.js';
import type { ticketCreateInput, ticketCreateOutput } from './operations/ticket-create.js';
import type { ticketDeleteInput, ticketDeleteOutput } from './operations/ticket-delete.js';
import type { ticketGetInput, ticketGetOutput } from './operations/ticket-get.js';
import type { ticketHistoryGetInput, ticketHistoryGetOutput } from './operations/ticket-history-get.js';
import type { ticketListInput, ticketListOutput } from './operations/ticket-list.js';
import type { ticketSearchInput, ticketSearchOutput } from './operations/ticket-search.js';
import type { timeAccountingGetInput, timeAccountingGetOutput } from './operations/time-accounting-get.js';
import type { ticketUpdateInput, ticketUpdateOutput } from './operations/ticket-update.js';
import type { FamilyEvent } from './ticket/events/event-names.js';

// A type alias, because only those are assignable to the data of events.
// oxlint-disable-next-line typescript/consistent-type-definitions
type TicketOfEvent = { readonly TicketID: number; readonly TicketNumber: string };

type CatalogueEvent = 'QueueCreate' | 'QueueUpdate' | 'DynamicFieldAdd' | 'DynamicFieldUpdate';

/** The answer of TicketCreate, unless it is a dry run, which has no TicketID, TicketNumber and ArticleID. */
type Created = Omit<typeof ticketCreateOutput, 'anyOf'> & (typeof ticketCreateOutput)['anyOf'][0];

/** A search, which may also have `DynamicField_Host`: of a pattern for names, the compiler makes an object with any member. */
interface SearchBy<Input extends { readonly patternProperties: object }, Output> {
  readonly types?: {
    readonly input: SentTo<Omit<Input, 'patternProperties'>> &
      Readonly<Record<`DynamicField_${string}`, SentTo<Input['patternProperties'][keyof Input['patternProperties']]>>>;
    readonly answer: InputOf<Output>;
  };
}

/** All operations but AttachmentGet, whose answer is a stream. */
declare module '@ticketgate/sdk' {
  interface CalledOperations {
    'Ticket::TicketCreate': CalledBy<typeof ticketCreateInput, Created>;
    'Ticket::TicketUpdate': CalledBy<typeof ticketUpdateInput, typeof ticketUpdateOutput>;
    'Ticket::TicketGet': CalledBy<typeof ticketGetInput, typeof ticketGetOutput>;
    'Ticket::TicketSearch': SearchBy<typeof ticketSearchInput, typeof ticketSearchOutput>;
    'Ticket::TicketList': SearchBy<typeof ticketListInput, typeof ticketListOutput>;
    'Ticket::TicketHistoryGet': CalledBy<typeof ticketHistoryGetInput, typeof ticketHistoryGetOutput>;
    'Ticket::TimeAccountingGet': CalledBy<typeof timeAccountingGetInput, typeof timeAccountingGetOutput>;
    'Ticket::TicketDelete': CalledBy<typeof ticketDeleteInput, typeof ticketDeleteOutput>;
    'Ticket::ArticleGet': CalledBy<typeof articleGetInput, typeof articleGetOutput>;
    'Catalogue::DynamicFieldList': typeof dynamicFieldList;
    'Catalogue::DynamicFieldValues': typeof dynamicFieldValues;
    'Catalogue::PriorityList': typeof priorityList;
    'Catalogue::QueueList': typeof queueList;
    'Catalogue::ServiceList': typeof serviceList;
    'Catalogue::StateList': typeof stateList;
    'Catalogue::TypeList': typeof typeList;
  }
  interface KnownEvents extends Readonly<Record<FamilyEvent | CatalogueEvent, Data>> {
    'ticket.created': TicketOfEvent & { readonly ArticleID: number };
    'ticket.updated': TicketOfEvent & { readonly ArticleID?: number };
    'article.created': TicketOfEvent & { readonly ArticleID: number };
    'mail.queued': TicketOfEvent & { readonly ArticleID: number };
    'ticket.deleted': TicketOfEvent;
  }
}

export { plugin } from './plugin/ticket-plugin.js';
