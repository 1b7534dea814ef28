import { plugin } from '@ticketgate/plugin-ticket';
import type { Data } from '@ticketgate/sdk';

import { Remote } from '../packages/runtime/test/invokers/remote.js';
import { AdminClient } from './admin/admin-client.js';
import { startTestServer, untilTrue } from './support/index.js';
import { ARTICLE, callTickets, TICKET, TICKETS } from './tickets-service.js';

const FIELD = 'TicketDynamicFieldUpdate_Remote';
const EVENTS = [...(plugin.emits ?? []).filter((name) => !/[.*]/.test(name)), FIELD];

function caller(host: string): string {
  return `Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${host}
      DefaultCommand: POST
      InvokerControllerMapping: { Tell: { Controller: /told/:Event } }
  Invoker:
    Tell:
      Type: Generic::PassThrough
      Events: [${EVENTS.map((Event) => `{ Event: ${Event}, Asynchronous: 1 }`).join(', ')}]
`;
}

/** The types of the members, of which OldTicketData has as many as the ticket. */
function shapeOf(data: Data): Readonly<Record<string, unknown>> {
  const typed = Object.entries(data).map(([name, value]) => {
    const inner = value !== null && typeof value === 'object' && !Array.isArray(value);
    return [name, inner ? Object.keys(value).sort() : typeof value] as const;
  });
  return Object.fromEntries(typed);
}

it('events that are made up for a ticket have the members of real ones', async () => {
  const remote = await Remote.start();
  const webServices = { Tickets: TICKETS, Caller: caller(remote.url) };
  const configuration = { requester: { allowedHosts: [remote.address] }, Settings: { CheckMXRecord: 0 } };
  const server = await startTestServer({ webServices, configuration });
  try {
    await server.database.query(
      `insert into dynamic_field (internal_field, name, label, field_order, field_type, object_type, config, valid_id,
         create_time, create_by, change_time, change_by)
       values (0, 'Remote', 'Remote', 1, 'Text', 'Ticket', '---\n{}\n', 1, now(), 1, now(), 1)`,
    );
    remote.script([{ status: 200, body: '{}' }]);
    const { TicketID, TicketNumber } = await callTickets(server, 'create', {
      Ticket: TICKET,
      Article: ARTICLE,
      DynamicField: [{ Name: 'Remote', Value: 'R-0' }],
    });
    await untilTrue(() => Promise.resolve(remote.arrived.some(({ path }) => path === '/told/ArticleCreate')));
    remote.arrived.splice(0);
    await callTickets(server, 'update', {
      TicketID,
      Ticket: {
        Title: 'Ink',
        State: 'open',
        Priority: '5 very high',
        Queue: 'Misc',
        Lock: 'lock',
        CustomerUser: 'b@customer.org',
      },
      Article: { ...ARTICLE, TimeUnit: 5, HistoryType: 'AddNote' },
      DynamicField: [{ Name: 'Remote', Value: 'R-1' }],
    });
    const wanted = [
      'TicketTitleUpdate',
      'TicketQueueUpdate',
      'TicketAccountTime',
      'NotificationAddNote',
      'ArticleCreate',
      FIELD,
    ];
    const arrived = () => remote.arrived.map(({ path }) => path.replace('/told/', ''));
    await untilTrue(() => Promise.resolve(wanted.every((name) => arrived().includes(name))));
    const client = new AdminClient(server.url);
    await client.logIn('root@localhost', server.rootPassword);
    const arrivals = [...remote.arrived];
    // One after the other: all of them at once wait for connections.
    for (const { path, body } of arrivals) {
      const event = path.replace('/told/', '');
      const asked = { invoker: 'Tell', ticket: TicketNumber, event };
      const { data } = await client.get('POST /services/Caller/rehearse', { body: asked });
      const { Event, ...made } = data as Data;
      expect({ event, ...shapeOf(made) }).toEqual({ event: Event, ...shapeOf(JSON.parse(body) as Data) });
    }
    expect(arrivals.length).toBeGreaterThan(10);
  } finally {
    await server.stop();
    await remote.close();
  }
});
