import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { whenSent, type UnsentAnswers } from '@ticketgate/gateway';

import { RequestQueue } from './request-queue.js';

/** Milliseconds for which new connections are guarded after a client has flooded one. */
const GUARDED = 60_000;

interface Use {
  /** Milliseconds since 1970. */
  last: number;
  bytesRead: number;
  readonly queue: RequestQueue;
}

/** The connections of a server, and how they end without an answer being lost. */
export class OpenConnections {
  readonly #sockets = new Map<Socket, Use>();
  readonly #responses = new Set<ServerResponse>();
  readonly #listener: RequestListener;
  readonly #unsent: UnsentAnswers;
  #isClosing = false;
  /** Milliseconds since 1970. */
  #guardedUntil = 0;

  constructor(listener: RequestListener, unsent: UnsentAnswers) {
    this.#listener = listener;
    this.#unsent = unsent;
  }

  get isEmpty(): boolean {
    return this.#sockets.size === 0;
  }

  get isAnswering(): boolean {
    return this.#responses.size > 0;
  }

  /** A connection that Node's HTTP server listens to. */
  add(socket: Socket): void {
    const now = Date.now();
    const queue = new RequestQueue(
      socket,
      (request, response) => {
        this.#begin(request, response);
      },
      () => {
        this.#guard();
      },
    );
    this.#sockets.set(socket, { last: now, bytesRead: 0, queue });
    if (now < this.#guardedUntil) queue.guard();
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** Whoever floods one connection floods others, too: they are guarded before their bytes are looked at. */
  #guard(): void {
    const now = Date.now();
    const isGuarding = now < this.#guardedUntil;
    this.#guardedUntil = now + GUARDED;
    if (isGuarding) return;
    for (const { queue } of this.#sockets.values()) queue.guard();
  }

  /** Answers a request; one of a connection that is closed is dropped. */
  readonly answer = (request: IncomingMessage, response: ServerResponse): void => {
    this.#sockets.get(request.socket)?.queue.add(request, response);
  };

  /** Follows an answer until it has been sent. */
  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (this.#isClosing) announceEnd(response);
    this.#responses.add(response);
    response.once('prefinish', () => {
      this.#unsent.set(response, response.writableLength);
    });
    whenSent(response, socket, () => {
      this.#responses.delete(response);
      this.#unsent.release(response);
      const use = this.#sockets.get(socket);
      if (use === undefined) return;
      use.last = Date.now();
      use.queue.next();
    });
    this.#listener(request, response);
  }

  /** From now on, every answer announces that it is the last one on its connection. */
  announceEnd(): void {
    this.#isClosing = true;
    for (const response of this.#responses) announceEnd(response);
  }

  /** Closes connections that have been idle for so long: an active client sends its next request sooner. */
  closeIdle(milliseconds: number): void {
    const busy = new Set([...this.#responses].map(({ socket }) => socket));
    for (const [socket, use] of this.#sockets) {
      if (busy.has(socket) || socket.bytesRead !== use.bytesRead) use.last = Date.now();
      else if (Date.now() - use.last > milliseconds) socket.destroy();
      use.bytesRead = socket.bytesRead;
    }
  }

  cut(): void {
    for (const socket of this.#sockets.keys()) socket.destroy();
  }
}

function announceEnd(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
