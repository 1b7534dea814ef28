import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Use {
  /** Milliseconds since 1970. */
  last: number;
  bytesRead: number;
}

/** The connections of a server, and how they end without an answer being lost. */
export class OpenConnections {
  readonly #sockets = new Map<Socket, Use>();
  readonly #responses = new Set<ServerResponse>();
  #isClosing = false;

  get isEmpty(): boolean {
    return this.#sockets.size === 0;
  }

  get isAnswering(): boolean {
    return this.#responses.size > 0;
  }

  add(socket: Socket): void {
    this.#sockets.set(socket, { last: Date.now(), bytesRead: 0 });
    socket.once('close', () => this.#sockets.delete(socket));
  }

  /** An answer that has begun, until it has been sent. */
  follow(response: ServerResponse): void {
    if (this.#isClosing) announceEnd(response);
    this.#responses.add(response);
    const use = response.socket === null ? undefined : this.#sockets.get(response.socket);
    response.once('close', () => {
      this.#responses.delete(response);
      if (use !== undefined) use.last = Date.now();
    });
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
