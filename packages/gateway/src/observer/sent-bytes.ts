import type { Socket } from 'node:net';

/** Bytes that a connection had sent when its last answer ended. */
const ended = new WeakMap<Socket, number>();

/** Counts the bytes of one answer, however it is sent. If two answers are sent together, the first may include the second. */
export class SentBytes {
  readonly #socket: Socket;
  readonly #before: number;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#before = socket.bytesWritten;
  }

  /** To be called once, when the answer has been sent. */
  count(): number {
    const after = this.#socket.bytesWritten;
    // A pipelined request begins before the answer to the previous one is sent.
    const before = Math.max(this.#before, ended.get(this.#socket) ?? 0);
    ended.set(this.#socket, after);
    return after - before;
  }
}
