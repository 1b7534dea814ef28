import { createHash } from 'node:crypto';
import type { LoadedWebService } from '@ticketgate/definition';

import type { OperationRegistry } from './dispatch/operation-registry.js';
import type { ServiceRecord } from './ports.js';
import { Publisher, type ServiceState } from './services/publisher.js';
import { transports } from './transports/transports.js';

/** Finds out which records would be served. The last answer is kept, since it is requested often and definitions seldom change. */
export class ServiceStates {
  readonly #registry: OperationRegistry;
  #digest = '';
  #states: Promise<readonly ServiceState[]> = Promise.resolve([]);
  /** Large definitions of the last records. */
  #kept: ReadonlyMap<string, LoadedWebService> = new Map();

  constructor(registry: OperationRegistry) {
    this.#registry = registry;
  }

  async of(records: readonly ServiceRecord[]): Promise<readonly ServiceState[]> {
    const digest = hashRecords(records);
    if (digest !== this.#digest) {
      this.#digest = digest;
      this.#states = this.#examine(records);
    }
    try {
      return await this.#states;
    } catch (error) {
      this.#digest = '';
      throw error;
    }
  }

  async #examine(records: readonly ServiceRecord[]): Promise<readonly ServiceState[]> {
    const [before, next] = [this.#kept, new Map<string, LoadedWebService>()];
    const publisher = new Publisher({ registry: this.#registry, transports }, undefined, {
      get: (fingerprint) => before.get(fingerprint),
      set: (fingerprint, read) => next.set(fingerprint, read),
    });
    await publisher.prepare(records);
    this.#kept = next;
    publisher.publish(records);
    return publisher.states;
  }
}

function hashRecords(records: readonly ServiceRecord[]): string {
  const hash = createHash('sha256');
  for (const record of records) hash.update(JSON.stringify(record));
  return hash.digest('base64');
}
