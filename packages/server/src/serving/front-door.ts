import type { Socket } from 'node:net';

import type { HttpServer } from './http-server.js';

/** Lets nobody in before everything is ready: who comes earlier waits. */
export class FrontDoor {
  readonly #http: HttpServer;
  readonly #early: Socket[] = [];
  #isOpen = false;

  constructor(http: HttpServer) {
    this.#http = http;
  }

  readonly take = (socket: Socket): void => {
    if (this.#isOpen) this.#http.take(socket);
    else this.#early.push(socket.pause());
  };

  open(): void {
    this.#isOpen = true;
    for (const socket of this.#early.splice(0)) {
      this.#http.take(socket);
      socket.resume();
    }
  }
}
