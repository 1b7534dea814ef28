import type { Data } from '@ticketgate/sdk';

/** An operation that others call, as the compiler knows it. */
interface Called<Input, Answer> {
  readonly types?: { readonly input: Input; readonly answer: Answer };
}

/** What TicketCreate and TicketUpdate answer; ids are texts in profile `otobo`. */
interface WrittenTicket {
  readonly TicketID: number | string;
  readonly TicketNumber: string;
  readonly ArticleID?: number | string;
}

interface NewParts {
  readonly DynamicField?: Data | readonly Data[];
  readonly Attachment?: Data | readonly Data[];
}

// A type, not an interface: only types are objects with any member, as data of events is.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
type TicketOfEvent = {
  readonly TicketID: number;
  readonly TicketNumber: string;
};

/** Those without a schema that the compiler reads: the family's operations check their input themselves. */
declare module '@ticketgate/sdk' {
  interface CalledOperations {
    'Ticket::TicketCreate': Called<
      NewParts & { readonly Ticket: Data; readonly Article: Data },
      WrittenTicket & { readonly ArticleID: number | string }
    >;
    'Ticket::TicketUpdate': Called<
      NewParts & {
        readonly TicketID?: number | string;
        readonly TicketNumber?: string;
        readonly Ticket?: Data;
        readonly Article?: Data;
      },
      WrittenTicket
    >;
    'Ticket::TicketGet': Called<Data & { readonly TicketID: unknown }, { readonly Ticket: readonly Data[] }>;
    'Ticket::TicketSearch': Called<Data, { readonly TicketID?: readonly (number | string)[] }>;
  }
  interface KnownEvents {
    'ticket.created': TicketOfEvent & { readonly ArticleID: number };
    'ticket.updated': TicketOfEvent & { readonly ArticleID?: number };
    'article.created': TicketOfEvent & { readonly ArticleID: number };
    'ticket.deleted': TicketOfEvent;
  }
}
