import { createHash } from 'node:crypto';
import { loadWebService, type Diagnostic } from '@ticketgate/definition';

import type { ServiceRecord } from '../ports.js';
import { compileService, type CompileParts } from './compile-service.js';
import { ServiceTable } from './service-table.js';
import { stateOf, type LoadedRecord, type ServiceState } from './service-state.js';

export interface PublishReport {
  /** Names of the services that are served now. */
  readonly served: readonly string[];
  /** Services whose new version has errors; the last good one, if there is one, keeps serving. */
  readonly rejected: readonly { readonly name: string; readonly diagnostics: readonly Diagnostic[] }[];
}

interface Published extends LoadedRecord {
  readonly fingerprint: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Turns records into the table that is served. Only what changed is compiled anew. */
export class Publisher {
  readonly #parts: CompileParts;
  #published: ReadonlyMap<number, Published> = new Map();
  #table = new ServiceTable([]);
  #states: readonly ServiceState[] = [];

  constructor(parts: CompileParts) {
    this.#parts = parts;
  }

  /** Of all records, in their order. */
  get states(): readonly ServiceState[] {
    return this.#states;
  }

  get table(): ServiceTable {
    return this.#table;
  }

  publish(records: readonly ServiceRecord[]): PublishReport {
    const valid = records.filter(({ validID }) => validID === 1);
    const next = new Map(valid.map((record) => [record.id, this.#load(record)]));
    const services = [...next.values()].flatMap(({ service }) => (service === undefined ? [] : [service]));
    this.#published = next;
    this.#table = new ServiceTable(services);
    this.#states = records.map((record) => stateOf(record, next.get(record.id)));
    return {
      served: services.map(({ name }) => name),
      rejected: valid.flatMap(({ id, name }) => {
        const diagnostics = next.get(id)?.diagnostics ?? [];
        return diagnostics.some(({ severity }) => severity === 'error') ? [{ name, diagnostics }] : [];
      }),
    };
  }

  #load(record: ServiceRecord): Published {
    const fingerprint = createHash('sha256').update(`${record.name}\0${record.config}`).digest('hex');
    const before = this.#published.get(record.id);
    if (before?.fingerprint === fingerprint) return before;
    const { webService, diagnostics } = loadWebService(record.config, record.name);
    const service = webService === undefined ? before?.service : compileService(record, webService, this.#parts);
    return { fingerprint, service, diagnostics, isBroken: webService === undefined };
  }
}
