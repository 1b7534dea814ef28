import { createServer, type Server, type ServerOpts, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createError } from '@ticketgate/sdk';

import type { Configuration } from '../configuration/configuration.js';

export const AddressInUse = createError<{ host: string; port: number }>(
  'Server.AddressInUse',
  ({ host, port }) =>
    `Another program listens on ${host}:${port}. Stop it, or choose another port: PORT=8081 npm start, or http.port in config/gateway.yml.`,
  500,
);

/** Milliseconds in which hardly anybody connects. */
const MOMENT = 0.1;
/** Milliseconds. */
const PATIENCE = 1_000;

/** Connections that come in at an address. */
export interface Acceptor {
  /** Differs from the configured one when that is 0. */
  readonly port: number;
  /** Accepts no more; who has connected by now has been handed over. */
  close(): Promise<void>;
}

/**
 * Hands over every connection that comes in at the configured address.
 *
 * @throws OperationError `Server.AddressInUse`
 */
export async function accept(
  http: Configuration['http'],
  take: (socket: Socket) => void,
  options: ServerOpts = {},
): Promise<Acceptor> {
  const held: Socket[] = [];
  let isHolding = false;
  // As Node's own HTTP server does it.
  const server = createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true, ...options }, (socket) => {
    if (isHolding) held.push(socket);
    else take(socket);
  });
  await listening(server, http);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : http.port,
    async close() {
      isHolding = true;
      // Node looks at this for every connection, but its types do not have it.
      Object.assign(server, { pauseOnConnect: true });
      await quietMoment(() => held.length);
      server.close();
      for (const socket of held) {
        take(socket);
        if (options.pauseOnConnect !== true) socket.resume();
      }
    },
  };
}

/**
 * Waits until the event loop found nobody at the door a moment ago: who has connected and was not accepted is reset when the
 * socket is closed. A turn of the loop accepts one connection. New ones are held meanwhile, so that turns are short.
 */
async function quietMoment(countAccepted: () => number): Promise<void> {
  const patience = performance.now() + PATIENCE;
  let turn = { began: performance.now(), accepted: countAccepted() };
  while (turn.began < patience) {
    await setImmediate();
    const next = { began: performance.now(), accepted: countAccepted() };
    if (next.accepted === turn.accepted && next.began - turn.began < MOMENT) return;
    turn = next;
  }
}

function listening(server: Server, { host, port }: Configuration['http']): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE';
      reject(isTaken ? new AddressInUse({ host, port }, error) : error);
    });
    server.listen(port, host, resolve);
  });
}
