import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { whenSent, type UnsentAnswers } from '@ticketgate/gateway';

/** Milliseconds for which new connections are guarded after a client has flooded one. */
const GUARDED = 60_000;

interface Use {
  /** Milliseconds since 1970. */
  last: number;
  bytesRead: number;
  /** The request that is being answered. */
  answering: ServerResponse | undefined;
  readonly queue: RequestQueue;
}

/** The connections of a server, and how they end without an answer being lost. */
export class OpenConnections {
  readonly #sockets = new Map<Socket, Use>();
  #answering = 0;
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
    return this.#answering > 0;
  }

  /** A connection that Node's HTTP server listens to. */
  add(socket: Socket): void {
    const now = Date.now();
    const queue = new RequestQueue(
      socket,
      (request, response) => this.#begin(request, response),
      () => this.#guard(),
    );
    this.#sockets.set(socket, { last: now, bytesRead: 0, answering: undefined, queue });
    if (now < this.#guardedUntil) queue.guard();
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** A client that floods one connection floods others, too: they are guarded before their bytes are parsed. */
  #guard(): void {
    const now = Date.now();
    const isGuarding = now < this.#guardedUntil;
    this.#guardedUntil = now + GUARDED;
    if (isGuarding) return;
    for (const { queue } of this.#sockets.values()) queue.guard();
  }

  /** Answers a request; one of a connection that is closed is dropped. */
  readonly answer = (request: IncomingMessage, response: ServerResponse): void =>
    this.#sockets.get(request.socket)?.queue.add(request, response);

  /** Follows an answer until it has been sent. */
  #begin(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const use = this.#sockets.get(socket);
    if (use !== undefined) use.answering = response;
    if (this.#isClosing) announceEnd(response);
    this.#answering += 1;
    response.once('prefinish', () => this.#unsent.set(response, response.writableLength));
    whenSent(response, socket, () => {
      this.#answering -= 1;
      this.#unsent.release(response);
      if (use === undefined) return;
      use.answering = undefined;
      use.last = Date.now();
      use.queue.next();
    });
    this.#listener(request, response);
  }

  announceEnd(): void {
    this.#isClosing = true;
    for (const { answering } of this.#sockets.values()) if (answering !== undefined) announceEnd(answering);
  }

  /** Closes connections that have been idle for that long: an active client sends its next request sooner. */
  closeIdle(milliseconds: number): void {
    for (const [socket, use] of this.#sockets) {
      if (use.answering !== undefined || socket.bytesRead !== use.bytesRead) use.last = Date.now();
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

/** Bytes that are parsed at a time: they hold some 150 requests at most. */
const SLICE = 4096;

/** More requests than these wait only if the client does not wait for answers. The next one of a polite client may be a moment early. */
const EARLY = 2;

/**
 * The requests of one connection, which a client may send without waiting for answers (RFC 9112, section 9.3.2). They are answered one by
 * one, and while others wait, nothing is read. So a connection costs no more than one without pipelining, however much its client sends,
 * and whether or not it reads the answers.
 *
 * Node parses all that arrived at once, up to 64 KB, without its bytes ever being seen here, which is the fastest. A guarded connection is
 * parsed in slices.
 */
class RequestQueue {
  readonly #socket: Socket;
  readonly #answer: RequestListener;
  readonly #onFlood: () => void;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #isBusy = false;
  #isGuarded = false;
  /** Node's HTTP server has stopped reading, and resumes by itself. */
  #isStopped = false;

  /**
   * For a connection whose HTTP server already listens to it.
   *
   * @param onFlood called when requests pile up
   */
  constructor(socket: Socket, answer: RequestListener, onFlood: () => void) {
    this.#socket = socket;
    this.#answer = answer;
    this.#onFlood = onFlood;
    socket.once('close', () => this.#waiting.splice(0));
  }

  /** From now on, the connection is parsed in slices, and not while requests wait. */
  guard(): void {
    if (this.#isGuarded) return;
    this.#isGuarded = true;
    const socket = this.#socket;
    // Listeners of `data` take a Buffer. With one that is not Node's own, Node parses what it gets, and no longer the socket's buffers.
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    if (parse === undefined) return;
    socket.on('data', (bytes: Buffer) => this.#read(bytes, parse));
    socket.off('data', parse);
  }

  /** Answers a request, after those before it. */
  add(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isBusy) {
      this.#isBusy = true;
      this.#answer(request, response);
      return;
    }
    this.#waiting.push([request, response]);
    if (this.#waiting.length > EARLY) this.#onFlood();
  }

  /** To be called when an answer has been sent. */
  next(): void {
    // In a turn of its own, so that other connections have theirs.
    if (this.#waiting.length > 0) setImmediate(() => this.#begin());
    else this.#isBusy = false;
  }

  #begin(): void {
    // The last answer of a connection may come before the last request: the others are dropped with it.
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    const next = this.#waiting.shift();
    if (this.#waiting.length === 0 && !this.#isStopped) this.#socket.resume();
    if (next !== undefined) this.#answer(...next);
  }

  /** Bytes that are not parsed yet go back to the socket, so that the end of the connection still comes after them. */
  #read(bytes: Buffer, parse: (bytes: Buffer) => void): void {
    const socket = this.#socket;
    this.#isStopped = false;
    let at = 0;
    while (at < bytes.length && this.#waiting.length === 0 && !this.#isStopped) {
      parse(bytes.subarray(at, (at += SLICE)));
      if (socket.destroyed) return;
      this.#isStopped = socket.isPaused();
    }
    if (this.#waiting.length > 0) socket.pause();
    if (at < bytes.length) socket.unshift(bytes.subarray(at));
  }
}
