import { startTestServer, untilTrue, type TestServer } from './support/index.js';

import { Remote } from '../packages/runtime/test/invokers/remote.js';
import { ARTICLE, callTickets, TICKET, TICKETS } from './tickets-service.js';

const chooseCaller = (host: string) => `Debugger: { DebugThreshold: error }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${host}
      DefaultCommand: POST
      Timeout: '10'
      InvokerControllerMapping: { Tell: { Controller: /told } }
  Invoker:
    Tell:
      Type: Generic::PassThrough
      Events: [{ Event: TicketCreate, Asynchronous: '1' }]
`;

const DOWN = [{ status: 503, body: 'down' }];
const UP = [{ status: 200, body: '{}' }];
/** More than fail before the remote is paused, with those that are under way then. */
const WRITES = 40;

let failing: Remote;
let other: Remote;
let server: TestServer;
let now = new Date();

beforeAll(async () => {
  failing = await Remote.start();
  other = await Remote.start();
  server = await startTestServer({
    webServices: { Tickets: TICKETS, Failing: chooseCaller(failing.url), Other: chooseCaller(other.url) },
    configuration: {
      requester: { allowedHosts: [failing.address, other.address], retry: 'safe' },
      Settings: { CheckMXRecord: 0 },
    },
    now: () => now,
  });
});

afterAll(async () => {
  await server.stop();
  await failing.close();
  await other.close();
});

async function create(): Promise<void> {
  const { TicketID } = await callTickets(server, 'create', { Ticket: TICKET, Article: ARTICLE });
  expect(TicketID).toBeDefined();
}

interface Waiting {
  readonly untried: number;
  readonly failed: number;
  readonly dead: number;
}

/** The events that wait for the remote, by what became of them so far. */
async function waiting(): Promise<Waiting> {
  const [row] = await server.database.query<Waiting>(
    `select count(*) filter (where attempts = 0) as untried, count(*) filter (where error is not null) as failed,
       count(*) filter (where dead_since is not null) as dead from ticketgate.event where consumer = 'service:Failing'`,
  );
  return row ?? { untried: 0, failed: 0, dead: 0 };
}

/** Resolves when no request is under way and the remote is paused. */
async function untilPaused(requests: number): Promise<Waiting> {
  await untilTrue(async () => {
    const { untried, failed } = await waiting();
    return failing.arrived.length >= requests && untried + failed === WRITES;
  });
  return waiting();
}

function passMinute(): void {
  now = new Date(now.getTime() + 61_000);
}

describe('a remote that fails 20 times in a row', () => {
  it('is asked once a minute, while its events wait untried and other remotes go on, until it answers', async () => {
    failing.script(DOWN);
    other.script(UP);
    await Promise.all(Array.from({ length: WRITES }, create));
    await other.untilArrived(WRITES);
    const before = await untilPaused(20);
    const asked = failing.arrived.length;
    expect(asked).toBeLessThan(30);
    expect(before).toEqual({ untried: WRITES - asked, failed: asked, dead: 0 });

    passMinute();
    await failing.untilArrived(asked + 1);
    await create();
    await other.untilArrived(WRITES + 1);
    await untilTrue(async () => (await waiting()).untried + (await waiting()).failed === WRITES + 1);
    expect(failing.arrived).toHaveLength(asked + 1);
    expect((await waiting()).dead).toBe(0);

    failing.script(UP);
    passMinute();
    await failing.untilArrived(WRITES + 1);
    await untilTrue(async () => (await waiting()).untried + (await waiting()).failed === 0);
    const tickets = (remote: Remote) => new Set(remote.arrived.map(({ body }) => body));
    expect(failing.arrived).toHaveLength(WRITES + 1);
    expect(tickets(failing)).toEqual(tickets(other));
  });
});
