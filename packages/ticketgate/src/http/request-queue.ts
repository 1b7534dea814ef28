import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that are parsed at a time: they hold some 150 requests at most. */
const SLICE = 4096;

/** More requests than these wait only where the client does not wait for answers. The next one of a polite client may be a moment early. */
const EARLY = 2;

/**
 * The requests of one connection, which a client may send without waiting for answers (RFC 9112, section 9.3.2). They are answered one by
 * one, and while others wait, nothing is read. So a connection costs no more than one without pipelining, however much its client sends,
 * and whether or not it reads the answers.
 *
 * Node parses all that arrived at once, up to 64 KB, without its bytes ever being seen here, which is the fastest. A guarded connection is
 * parsed in slices.
 */
export class RequestQueue {
  readonly #socket: Socket;
  readonly #answer: RequestListener;
  readonly #onFlood: () => void;
  readonly #waiting: [IncomingMessage, ServerResponse][] = [];
  #isBusy = false;
  #isGuarded = false;
  /** Node's HTTP server stopped reading, and will go on by itself. */
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
    socket.on('data', (bytes: Buffer) => {
      this.#read(bytes, parse);
    });
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
    if (this.#waiting.length > 0)
      setImmediate(() => {
        this.#begin();
      });
    else this.#isBusy = false;
  }

  #begin(): void {
    // The last answer of a connection may come before the last request: the others are dropped with it.
    if (this.#socket.destroyed || this.#socket.writableEnded) return;
    const next = this.#waiting.shift();
    if (this.#waiting.length === 0 && !this.#isStopped) this.#socket.resume();
    if (next !== undefined) this.#answer(...next);
  }

  /** What is not parsed yet goes back to the socket, so that the end of the connection stays behind it. */
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
