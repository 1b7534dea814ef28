import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { Replicas } from '@ticketgate/database';
import type { FinishedRequestListener } from '@ticketgate/gateway';
import { type System, version } from '@ticketgate/runtime';

/** Milliseconds between two beats. */
const INTERVAL = 5_000;

/** Records in the database that this process serves, and how busy it is. */
export class Heartbeat {
  readonly #system: System;
  readonly #replicas: Replicas;
  readonly #id = randomUUID();
  readonly #since: Date;
  #definitions = '';
  #writing: Promise<void> = Promise.resolve();
  #requests = 0;
  #announcedAt = performance.now();
  #busy = performance.eventLoopUtilization();

  constructor(system: System) {
    this.#system = system;
    this.#replicas = new Replicas(system.database);
    this.#since = system.now();
  }

  readonly listen: FinishedRequestListener = () => {
    this.#requests += 1;
  };

  /** Records that the definitions with this fingerprint are served from now on. */
  serves(definitions: string): void {
    this.#definitions = definitions;
    void this.#write(() => this.#replicas.serve(this.#id, definitions));
  }

  /** Records it now and regularly, until everything is closed. */
  async start(address: string): Promise<void> {
    const beat = () => this.#write(() => this.#announce(address));
    await beat();
    const timer = setInterval(() => void beat(), INTERVAL).unref();
    this.#system.closing.add('the heartbeat', async () => {
      clearInterval(timer);
      await this.#writing;
      await this.#replicas.leave(this.#id);
    });
  }

  /** One after the other, so that the last one counts. Others log that the database is away. */
  #write(change: () => Promise<void>): Promise<void> {
    const { logger } = this.#system;
    return (this.#writing = this.#writing
      .then(change)
      .catch((error: unknown) => logger.debug('the heartbeat could not be written', { error })));
  }

  #announce(address: string): Promise<void> {
    const own = { id: this.#id, name: hostname(), version, address, since: this.#since };
    return this.#replicas.announce({ ...own, load: this.#load(), definitions: this.#definitions });
  }

  #load() {
    const now = performance.now();
    const seconds = (now - this.#announcedAt) / 1000;
    const busy = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(busy, this.#busy);
    const load = {
      requestsPerSecond: Math.round((this.#requests / seconds) * 10) / 10,
      busy: Math.round(utilization * 1000) / 1000,
      memory: process.memoryUsage.rss(),
    };
    this.#announcedAt = now;
    this.#busy = busy;
    this.#requests = 0;
    return load;
  }
}
