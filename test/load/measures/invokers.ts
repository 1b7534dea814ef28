import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { alternate, ratio, spentOf } from '../driving/alternate.js';
import { atLeast, atMost, type Measured } from '../report/measure.js';
import { gatewaySide, startBench, type Bench } from './bench.js';

const TICKETS = 1_000;
/** Calls that are due at once. */
const CALLS = 2_000;

/** What an asynchronous invoker costs the client that creates a ticket, and how many calls a process makes in a second. */
export async function measureInvokers(plain: Bench): Promise<readonly Measured[]> {
  const remote = await Remote.start();
  const calling = await startBench(TICKETS);
  try {
    // The server that runs already may not connect to this machine.
    await calling.gateway.stop();
    calling.system.addServices({ Caller: definitionOf(remote.port) });
    const configuration = `requester: { allowedHosts: ["127.0.0.1:${remote.port}"] }\n`;
    const gateway = await calling.system.startGateway({ configuration });
    const sides = [
      { ...gatewaySide(plain, 'TicketCreate'), name: 'without an invoker' },
      { ...gatewaySide(calling, 'TicketCreate', { gateway }), name: 'with an invoker' },
    ];
    const rounds = await alternate(sides, { connections: 8 });
    const [without, withOne] = rounds;
    const measure = 'TicketCreate with an asynchronous invoker instead of none';
    const value = ratio(without, withOne);
    const perSecond = await callsPerSecond(calling, remote);
    // After some failures its events wait, and only their rows are written.
    remote.isBroken = true;
    const [plainly, waiting] = await alternate(sides, { connections: 8 });
    return [
      { measure, unit: 'ratio', value, target: atMost(1.15), spent: spentOf(rounds) },
      {
        measure: 'TicketCreate with an asynchronous invoker whose calls wait',
        unit: 'ratio',
        value: ratio(plainly, waiting),
        target: atMost(1.15),
      },
      { measure: 'calls of invokers in a second', unit: 'count', value: perSecond, target: atLeast(500) },
    ];
  } finally {
    await calling.system.stop();
    remote.close();
  }
}

function definitionOf(port: number): string {
  const config = {
    Host: `http://127.0.0.1:${port}`,
    DefaultCommand: 'POST',
    Timeout: '10',
    InvokerControllerMapping: { Tell: { Controller: '/told' } },
  };
  const events = [{ Event: 'TicketCreate', Asynchronous: '1' }];
  return JSON.stringify({
    Debugger: { DebugThreshold: 'error' },
    Requester: {
      Transport: { Type: 'HTTP::REST', Config: config },
      Invoker: { Tell: { Type: 'Generic::PassThrough', Events: events } },
    },
  });
}

/** Of those that wait in the table, each for a ticket of its own. */
async function callsPerSecond({ system: { database } }: Bench, remote: Remote): Promise<number> {
  await remote.idle();
  const before = remote.arrived;
  const began = performance.now();
  await database.query(
    `with added as (
       insert into ticketgate.event (consumer, plugin, name, key, data, at, due_at)
       select 'service:Caller', 'service:Caller', 'TicketCreate', 'ticket:' || number || '/Tell',
         '{"Invoker":"Tell","Data":{"TicketID":1,"Event":"TicketCreate"}}', now(), now()
       from generate_series(1, $1::int) as number
       returning id
     )
     select count(id), pg_notify('ticketgate_event', 'service:Caller') from added`,
    [CALLS],
  );
  await remote.until(before + CALLS);
  return Math.round(CALLS / ((performance.now() - began) / 1000));
}

/** Another system, which answers at once. */
class Remote {
  arrived = 0;
  isBroken = false;
  readonly #server: Server;
  #wake: () => void = () => undefined;

  private constructor() {
    this.#server = createServer((request, response) => {
      request.resume().once('end', () => {
        response.writeHead(this.isBroken ? 500 : 200, { 'Content-Type': 'application/json' }).end('{}');
        this.arrived += 1;
        this.#wake();
      });
    });
  }

  static async start(): Promise<Remote> {
    const remote = new Remote();
    await once(remote.#server.listen(0, '127.0.0.1'), 'listening');
    return remote;
  }

  get port(): number {
    // A server that listens on TCP has such an address.
    return (this.#server.address() as AddressInfo).port;
  }

  async until(count: number): Promise<void> {
    while (this.arrived < count) await new Promise<void>((resolve) => (this.#wake = resolve));
  }

  /** Resolves when nothing has arrived for a second. */
  async idle(): Promise<void> {
    for (let before = -1; before !== this.arrived;) {
      before = this.arrived;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
