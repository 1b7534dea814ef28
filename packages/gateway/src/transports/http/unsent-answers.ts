import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '@ticketgate/sdk';

import type { EncodedText } from '../../json/encode-json.js';

/** At most one closed connection is logged within these milliseconds. */
const LOG_INTERVAL = 1000;
/** Characters of a large body. */
const LARGE = 1_000_000;

/** Counts the bytes of answers that wait in memory for their clients. A single answer is always sent, however small the budget. */
export class UnsentAnswers {
  readonly #budget: number;
  readonly #logger: Logger;
  /** The bytes of each answer, the longest-waiting one first. */
  readonly #waiting = new Map<ServerResponse, number>();
  #total = 0;
  #loggedAt = -Infinity;

  constructor(budget: number, logger: Logger) {
    this.#budget = budget;
    this.#logger = logger;
  }

  /** Sets the bytes of an answer. Those that have waited longest are dropped to make room for it. */
  set(response: ServerResponse, bytes: number): void {
    this.release(response);
    if (bytes === 0 || response.destroyed) return;
    this.#waiting.set(response, bytes);
    this.#total += bytes;
    for (const [oldest] of this.#waiting) {
      if (this.#total <= this.#budget || oldest === response) return;
      this.release(oldest);
      oldest.destroy();
      this.#log();
    }
  }

  /** To be called before an answer is sent: a large one is sent in parts, of which the connection holds only the first at once. */
  expect(response: ServerResponse, body: EncodedText): void {
    const length = typeof body === 'string' ? body.length : body.reduce((sum, piece) => sum + piece.length, 0);
    if (length >= LARGE) this.set(response, length);
  }

  /** To be called when an answer has been sent, or its connection is closed. */
  release(response: ServerResponse): void {
    const bytes = this.#waiting.get(response);
    if (bytes === undefined) return;
    this.#waiting.delete(response);
    this.#total -= bytes;
  }

  #log(): void {
    if (performance.now() - this.#loggedAt < LOG_INTERVAL) return;
    this.#loggedAt = performance.now();
    this.#logger.warn(
      'a client did not read its answer; the connection was closed, since limits.answersInFlight is reached',
    );
  }
}

/** Calls `then` once an answer has been passed to the operating system, or its connection is closed. */
export function whenSent(response: ServerResponse, socket: Socket, then: () => void): void {
  if (response.closed || socket.destroyed) {
    then();
    return;
  }
  if (response.socket !== null) {
    response.once('close', then);
    return;
  }
  // Behind a pipelined answer, this one gets no event when the connection closes.
  const end = () => {
    socket.off('close', end);
    response.off('close', end);
    then();
  };
  response.once('close', end);
  socket.once('close', end);
}
