import type { Data } from '@ticketgate/sdk';
import type { TestServer } from './support/index.js';

/** A web service that writes tickets; tests publish it as `Tickets`. */
export const TICKETS = `Debugger: { DebugThreshold: error }
Provider:
  Operation:
    Create: { Type: 'Ticket::TicketCreate' }
    Update: { Type: 'Ticket::TicketUpdate' }
    Delete: { Type: 'Ticket::TicketDelete' }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: 100000
      RouteOperationMapping:
        Create: { Route: /create, RequestMethod: [POST] }
        Update: { Route: /update, RequestMethod: [POST] }
        Delete: { Route: /delete, RequestMethod: [POST] }
`;

/** A ticket and an article that `/create` accepts. */
export const TICKET = {
  Title: 'Toner',
  Queue: 'Raw',
  State: 'new',
  Priority: '3 normal',
  CustomerUser: 'a@customer.org',
};
export const ARTICLE = { Subject: 'S', Body: 'B', ContentType: 'text/plain; charset=utf-8' };

/** Calls an operation of {@link TICKETS} as the administrator. */
export async function callTickets(server: TestServer, path: string, input: object): Promise<Data> {
  const body = JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword, ...input });
  const response = await fetch(`${server.url}/Webservice/Tickets/${path}`, { method: 'POST', body });
  return (await response.json()) as Data;
}
