import type { Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Configuration } from '@ticketgate/runtime';

import { accept, type Acceptor } from '../accept.js';
import { ANSWERING, CONNECTION, FINISH, IDLE, TAKEN } from './worker-messages.js';

const POLL_MILLISECONDS = 5;
/** Milliseconds that accepted connections get to be taken when everything stops. */
const PATIENCE = 5_000;

/**
 * Accepts connections and deals them out to the workers in turn; a worker that does not take one gets no other. Node's own
 * cluster resets connections that no worker has taken when the last one closes: here all are taken before workers stop.
 */
export class ConnectionDealer {
  readonly #workers = new Set<Worker>();
  readonly #free = new Set<Worker>();
  readonly #waiting = new Set<Socket>();
  /** On their way to a worker. */
  readonly #dealt = new Map<Worker, Socket>();
  /** Workers that reported, since they took their last connection, that no request waits for an answer. */
  readonly #idle = new Set<Worker>();
  #acceptor: Acceptor | undefined;

  /**
   * @returns the port
   * @throws StartError `Server.AddressInUse`
   */
  async listen(http: Configuration['http']): Promise<number> {
    const take = (socket: Socket) => {
      socket.on('error', () => undefined);
      this.#waiting.add(socket);
      this.#deal();
    };
    this.#acceptor = await accept(http, take, { isPaused: true });
    return this.#acceptor.port;
  }

  /** From now on connections are dealt; until then they wait. */
  open(): void {
    this.#acceptor?.open();
  }

  add(worker: Worker): void {
    const isFree = () => {
      if (this.#workers.has(worker)) this.#free.add(worker);
      this.#deal();
    };
    worker.on('message', (message) => {
      if (message === IDLE) this.#idle.add(worker);
      if (message === ANSWERING || message === TAKEN) this.#idle.delete(worker);
      if (message !== TAKEN) return;
      // Only our side of it: the worker has its own.
      this.#dealt.get(worker)?.destroy();
      this.#dealt.delete(worker);
      isFree();
    });
    const isLost = () => this.#lose(worker);
    // A worker that was killed does not say so; we only see its end.
    worker.once('disconnect', isLost).once('exit', isLost);
    this.#workers.add(worker);
    isFree();
  }

  /** From now on the worker gets no connections. */
  remove(worker: Worker): void {
    this.#workers.delete(worker);
    this.#free.delete(worker);
  }

  #lose(worker: Worker): void {
    this.remove(worker);
    this.#idle.delete(worker);
    const socket = this.#dealt.get(worker);
    this.#dealt.delete(worker);
    if (socket !== undefined) this.#waiting.add(socket);
    this.#deal();
  }

  /** Accepts no more, and waits until workers have what was accepted. */
  async close(): Promise<void> {
    for (const worker of this.#workers) worker.send(FINISH, () => undefined);
    await this.#acceptor?.close(() => this.#isAnswering());
    const patience = Date.now() + PATIENCE;
    while (this.#waiting.size + this.#dealt.size > 0 && Date.now() < patience) await wait(POLL_MILLISECONDS);
    for (const socket of [...this.#waiting, ...this.#dealt.values()]) socket.destroy();
  }

  #isAnswering(): boolean {
    if (this.#waiting.size + this.#dealt.size > 0) return true;
    return [...this.#workers].some((worker) => !this.#idle.has(worker));
  }

  #deal(): void {
    for (const socket of this.#waiting) {
      const [worker] = this.#free;
      if (worker === undefined) return;
      // To the end of the line: it is added again once it has taken this one.
      this.#free.delete(worker);
      this.#waiting.delete(socket);
      this.#dealt.set(worker, socket);
      // Kept until it is taken: if the worker ends before, another one gets it.
      worker.send(CONNECTION, socket, { keepOpen: true }, () => undefined);
    }
  }
}
