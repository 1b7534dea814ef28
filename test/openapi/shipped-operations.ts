import { plugin as faq } from '@ticketgate/plugin-faq';
import { plugin as session } from '@ticketgate/accounts/session-plugin';
import { plugin as ticket } from '@ticketgate/plugin-ticket';
import { loadWebService, type WebService } from '@ticketgate/definition';
import { indexInvokers } from '@ticketgate/describe';
import type { Operation } from '@ticketgate/sdk';

/** The operations of our own plugins, by type. */
export function shippedOperations(): ReadonlyMap<string, Operation> {
  return new Map(
    [faq, session, ticket].flatMap(({ operations }) => operations.map((each) => [each.type, each] as const)),
  );
}

/** The invokers of our own plugins. */
export const shippedInvokers = indexInvokers([faq, session, ticket]);

/** It sends tickets, signed. */
export function sendingService(): WebService {
  const { webService } = loadWebService(`Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: https://tracker.example.org
      DefaultCommand: POST
      Timeout: '10'
      InvokerControllerMapping: { Create: { Controller: '/issues' }, Update: { Controller: '/issues/:TicketID', Command: PUT } }
  Invoker:
    Create: { Type: Ticket::TicketCreate, Events: [{ Event: TicketCreate }] }
    Update: { Type: Ticket::TicketUpdate, Events: [{ Event: TicketStateUpdate }, { Event: ArticleCreate }] }
Gateway: { Requester: { Sign: { Secret: TICKETGATE_SECRET_TRACKER } } }
`);
  if (webService === undefined) throw new Error('The definition is broken.');
  return webService;
}
