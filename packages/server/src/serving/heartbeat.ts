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

  /** Records it now and regularly, until everything is closed. */
  async start(address: string): Promise<void> {
    await this.#beat(address);
    const timer = setInterval(() => {
      void this.#beat(address);
    }, INTERVAL).unref();
    this.#system.closing.add('the heartbeat', async () => {
      clearInterval(timer);
      await this.#replicas.leave(this.#id);
    });
  }

  /** Others log that the database is away. */
  async #beat(address: string): Promise<void> {
    const { logger } = this.#system;
    const replica = { id: this.#id, name: hostname(), version, address, since: this.#since, load: this.#load() };
    try {
      await this.#replicas.announce(replica);
    } catch (error) {
      logger.debug('the heartbeat could not be written', { error });
    }
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
