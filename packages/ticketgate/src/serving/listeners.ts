import { createServer, type Server, type ServerOpts, type Socket } from 'node:net';

import { copyListener, handleOf } from './copy-listener.js';
import { ConnectionBacklog } from './connection-backlog.js';

/** The servers of one address: one, and more of the same socket once a crowd of clients waits to be accepted. */
export class Listeners {
  readonly first: Server;
  readonly #servers: Server[] = [];
  readonly #backlog = new ConnectionBacklog();
  readonly #options: ServerOpts;
  readonly #take: (socket: Socket) => void;
  #isPausing = true;
  #isClosed = false;
  #stopCopying: (() => void) | undefined;

  /** Connections are paused until {@link pause} says otherwise. */
  constructor(options: ServerOpts, take: (socket: Socket) => void) {
    this.#options = options;
    this.#take = take;
    this.first = this.#add();
  }

  /** Pauses new connections, or resumes them. */
  pause(isPausing: boolean): void {
    this.#isPausing = isPausing;
    // Node looks at this for every connection, but its types do not have it.
    for (const each of this.#servers) Object.assign(each, { pauseOnConnect: isPausing });
  }

  close(): void {
    // Before anything else that takes time: who connects meanwhile is reset.
    for (const each of this.#servers) handleOf(each)?.close();
    this.#isClosed = true;
    this.#stopCopying?.();
    for (const each of this.#servers) each.close();
  }

  #add(): Server {
    const server = createServer({ ...this.#options, pauseOnConnect: this.#isPausing }, (socket) => {
      this.#take(socket);
      if (this.#backlog.isGrowing()) this.#stopCopying ??= this.#copy();
    });
    this.#servers.push(server);
    return server;
  }

  #copy(): () => void {
    return copyListener(this.first, (handle) => {
      const copy = this.#add();
      // The first one goes on without it.
      copy.on('error', () => undefined).listen(handle);
      if (this.#isClosed) copy.close();
    });
  }
}
