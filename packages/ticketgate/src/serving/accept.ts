import { createServer, type Socket } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Configuration } from '@ticketgate/runtime';

import { listenAt } from '../http/listen-at.js';

/** Milliseconds without a new connection after which all clients are waiting for answers: a client with an answer would have reconnected by then. */
const QUIET = 20;
/** As many interruptions of this process: clients on a busy machine are interrupted, too. */
const QUIET_INTERRUPTIONS = 5;
/** Milliseconds that a turn of the event loop takes in which this process was not interrupted. */
const TURN = 0.1;
const POLL_MILLISECONDS = 1;
/** Milliseconds. */
const PATIENCE = 1_000;

/** Connections that come in at an address. */
export interface Acceptor {
  /** Differs from the configured one when that is 0. */
  readonly port: number;
  /** Hands over the connections so far, and from now on each new one at once. Until then they wait. */
  open(): void;
  /**
   * Accepts no more; connections so far are handed over.
   *
   * @param isAnswering whether a client still waits for an answer, after which it may reconnect
   */
  close(isAnswering?: () => boolean): Promise<void>;
}

export interface AcceptOptions {
  /** Whether the connections are for TLS. */
  readonly isSecure?: boolean;
  /** Whether connections are handed over before anything is read from them. */
  readonly isPaused?: boolean;
  /** Where the address is from. */
  readonly option?: 'http.port' | 'admin.listen';
}

/**
 * Takes the configured address, and hands over every connection that comes in there once it is open.
 *
 * @throws StartError `Server.AddressInUse`, `Server.AdminAddressInUse`, `Server.AddressUnusable`
 */
export async function accept(
  http: Configuration['http'],
  take: (socket: Socket) => void,
  { isSecure = false, isPaused = false, option = 'http.port' }: AcceptOptions = {},
): Promise<Acceptor> {
  const held: Socket[] = [];
  let isHolding = true;
  const hand = (socket: Socket) => {
    take(socket);
    if (!isPaused) socket.resume();
  };
  const release = () => {
    for (const socket of held.splice(0)) hand(socket);
  };
  // As Node's own servers do it. Half-open connections of TLS would never close after a client that left without saying so.
  const options = { allowHalfOpen: !isSecure, noDelay: true, keepAlive: true, pauseOnConnect: true };
  const server = createServer(options, (socket) => {
    if (isHolding) held.push(socket);
    else hand(socket);
  });
  await listenAt(server, http, option);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : http.port,
    open() {
      isHolding = false;
      release();
    },
    async close(isAnswering = () => false) {
      isHolding = true;
      await quietMoment(() => held.length, isAnswering);
      server.close();
      release();
    },
  };
}

/**
 * Waits until nobody has connected for a moment: when the socket is closed, connections that are not accepted yet are reset. New ones are
 * held meanwhile, so that soon all clients wait. If they keep coming, the moment becomes shorter until the patience is over. It ends after a
 * short turn of the event loop, in which nobody can have come unnoticed.
 */
async function quietMoment(countAccepted: () => number, isAnswering: () => boolean): Promise<void> {
  const began = performance.now();
  let quietSince = began;
  let accepted = countAccepted();
  let quiet = QUIET;
  for (let turn = began; turn - began < PATIENCE;) {
    // A turn of the loop accepts one connection, or some in a crowd. Answering requests needs the processor more.
    await (isAnswering() ? wait(POLL_MILLISECONDS) : setImmediate());
    const now = performance.now();
    quiet = Math.max(quiet, QUIET_INTERRUPTIONS * (now - turn));
    const wanted = quiet * (1 - (now - began) / PATIENCE);
    if (countAccepted() !== accepted || isAnswering()) quietSince = now;
    else if (now - turn < TURN && now - quietSince >= wanted) return;
    accepted = countAccepted();
    turn = now;
  }
}
