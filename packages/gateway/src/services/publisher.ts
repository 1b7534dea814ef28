import { createHash } from 'node:crypto';
import {
  offMainThread,
  compilePatterns,
  compileRoutes,
  hasErrors,
  loadWebService,
  type LoadOptions,
  type Diagnostic,
  type LoadedWebService,
  type WebService,
  locateFinding,
} from '@ticketgate/definition';
import { prepareTemplate } from '@ticketgate/definition/xslt';
import { inSteps } from '@ticketgate/sdk';
import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import type { ServiceRecord } from '../ports.js';
import { compileService, type CompiledService, type CompileParts } from './compile-service.js';
import { makeServiceTable, type ServiceTable } from './service-table.js';

export interface PublishReport {
  readonly served: readonly string[];
  /** Services whose new version has errors; the last good version stays active. */
  readonly rejected: readonly { readonly name: string; readonly diagnostics: readonly Diagnostic[] }[];
}

interface Published extends LoadedRecord {
  readonly fingerprint: string;
}

/** Parsed definitions by fingerprint, shared between publishers. */
type KeptDefinitions = Pick<Map<string, LoadedWebService>, 'get' | 'set'>;

/** Characters above which parsed definitions are kept, because reading them takes long. */
const LARGE = 20_000;

/** Compiles records into the active table; unchanged definitions are reused. */
export class Publisher {
  readonly #parts: CompileParts;
  readonly #loading: LoadOptions;
  readonly #kept: KeptDefinitions | undefined;
  #published: ReadonlyMap<number, Published> = new Map();
  readonly #read = new Map<string, LoadedWebService>();
  #table = makeServiceTable([]);
  #states: readonly ServiceState[] = [];

  /** @param kept parsed definitions that other publishers have read */
  constructor(parts: CompileParts, loading: LoadOptions = {}, kept?: KeptDefinitions) {
    this.#parts = parts;
    this.#loading = loading;
    this.#kept = kept;
  }

  /** The states of all records, in their order. */
  get states(): readonly ServiceState[] {
    return this.#states;
  }

  get table(): ServiceTable {
    return this.#table;
  }

  /** Parses changed definitions ahead of {@link publish}, which would block requests while parsing large ones. */
  async prepare(records: readonly ServiceRecord[]): Promise<void> {
    for (const record of records.filter(isValid)) {
      const fingerprint = hashDefinition(record);
      if (this.#published.get(record.id)?.fingerprint === fingerprint) continue;
      const read =
        this.#kept?.get(fingerprint) ?? (await offMainThread('load', record.config, record.name, this.#loading));
      if (record.config.length > LARGE) this.#kept?.set(fingerprint, read);
      if (read.webService !== undefined) await prepareParts(read.webService);
      this.#read.set(fingerprint, read);
    }
  }

  publish(records: readonly ServiceRecord[]): PublishReport {
    const valid = records.filter(isValid);
    this.#published = new Map(valid.map((record) => [record.id, this.#load(record)]));
    this.#read.clear();
    const owners = findOwners(listLoaded(this.#published), this.#table.services);
    const next = new Map(valid.map((record) => [record.id, this.#settle(record, owners)]));
    const services = listLoaded(next);
    this.#table = makeServiceTable(services);
    this.#states = records.map((record) => toState(record, next.get(record.id)));
    return {
      served: services.map(({ name }) => name),
      rejected: valid.flatMap(({ id, name }) => {
        const diagnostics = next.get(id)?.diagnostics ?? [];
        return hasErrors(diagnostics) ? [{ name, diagnostics }] : [];
      }),
    };
  }

  /** Removes services whose BasePath is taken; their last good version stays active if its path is free. */
  #settle(record: ServiceRecord, owners: ReadonlyMap<string, CompiledService>): LoadedRecord | undefined {
    const loaded = this.#published.get(record.id);
    const owner = owners.get(loaded?.service?.options.basePath ?? '');
    if (loaded === undefined || owner === undefined || owner.id === record.id) return loaded;
    const earlier = this.#table.byID(String(record.id));
    const service = owners.has(earlier?.options.basePath ?? '') ? undefined : earlier;
    return { ...loaded, service, isBroken: true, diagnostics: [...loaded.diagnostics, takenBasePath(record, owner)] };
  }

  #load(record: ServiceRecord): Published {
    const fingerprint = hashDefinition(record);
    const before = this.#published.get(record.id);
    if (before?.fingerprint === fingerprint) return before;
    const read = this.#read.get(fingerprint) ?? loadWebService(record.config, record.name, this.#loading);
    const { webService, diagnostics, obstacle } = read;
    const service = webService === undefined ? before?.service : compileService(record, webService, this.#parts);
    return { fingerprint, service, diagnostics, obstacle, isBroken: webService === undefined };
  }
}

/** Compiles patterns, routes and templates. */
async function prepareParts({ operations, transport }: WebService): Promise<void> {
  const mappings = [...operations.values()].flatMap(({ inbound, outbound }) => [inbound, outbound]);
  await inSteps(compilePatterns(mappings));
  if (transport.kind === 'rest') await inSteps(compileRoutes(transport.rest.routes ?? []));
  for (const each of mappings) if (each.kind === 'xslt') await prepareTemplate(each.config.template);
}

function isValid({ validID }: ServiceRecord): boolean {
  return validID === 1;
}

function hashDefinition({ name, config }: ServiceRecord): string {
  return createHash('sha256').update(`${name}\0${config}`).digest('hex');
}

function listLoaded(records: ReadonlyMap<number, LoadedRecord | undefined>): readonly CompiledService[] {
  return [...records.values()].flatMap((loaded) => loaded?.service ?? []);
}

/**
 * Assigns each BasePath to the service that already has it, or else to the first one that names it.
 *
 * @param before the active services
 */
function findOwners(services: readonly CompiledService[], before: readonly CompiledService[]) {
  const idAt = new Map(before.map(({ id, options }) => [options.basePath, id]));
  const owners = new Map<string, CompiledService>();
  for (const service of services) {
    const { basePath } = service.options;
    if (basePath === undefined) continue;
    if (!owners.has(basePath) || idAt.get(basePath) === service.id) owners.set(basePath, service);
  }
  return owners;
}

/** The obstacle of a service whose BasePath belongs to another one. */
function takenBasePath({ name, config }: ServiceRecord, owner: CompiledService): Diagnostic {
  const path = owner.options.basePath ?? '';
  const message = `BasePath is "${path}", where the web service "${owner.name}" is served already; choose another.`;
  return locateFinding(config, name, { severity: 'error', code: 'base-path', message, path: ['Gateway', 'BasePath'] });
}

export interface ServiceState {
  readonly id: number;
  readonly name: string;
  readonly state: 'served' | 'disabled' | 'not servable';
  /** One sentence; for an active service, about its parts that are not served. A service that only sends requests counts as served. */
  readonly reason: string | undefined;
  /** The reason for other languages, where it has values. */
  readonly reasonMessage?: Message;
}

/** The state of a loaded record; `service` may be an earlier version. */
interface LoadedRecord {
  readonly service: CompiledService | undefined;
  /** Whether the newest version cannot be served. */
  readonly isBroken: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Why no part of the newest version can be served. */
  readonly obstacle: Diagnostic | undefined;
}

function toState({ id, name, validID }: ServiceRecord, loaded: LoadedRecord | undefined): ServiceState {
  if (validID !== 1) return { id, name, state: 'disabled', reason: undefined };
  const service = loaded?.service;
  if (service === undefined) return { id, name, state: 'not servable', reason: pickError(loaded) };
  const { obstacle, webService } = service;
  // A service without operations has nothing to serve.
  const onlySends = webService.operations.size === 0 && webService.requester !== undefined;
  if (obstacle !== undefined && !onlySends) return { id, name, state: 'not servable', ...explain(obstacle) };
  const isEarlier = loaded?.isBroken === true;
  return { id, name, state: 'served', ...explain(isEarlier ? EARLIER : missingOperations(service)) };
}

function explain(reason: string | Message | undefined) {
  return typeof reason === 'object' ? { reason: reason.message, reasonMessage: reason } : { reason };
}

const say = declareMessages({ 'service-state.operations': `No plugin has the operation types of {names}.` });

const EARLIER = 'The newest version has errors; the last good one is served.';

function pickError(loaded: LoadedRecord | undefined): string {
  const isError = ({ severity }: Diagnostic) => severity === 'error';
  const error = loaded?.diagnostics.find(isError) ?? loaded?.obstacle;
  return error === undefined ? 'Its definition is empty.' : `Line ${error.line}: ${error.message}`;
}

function missingOperations({ operations }: CompiledService): Message | undefined {
  const missing = [...operations].flatMap(([name, { registered }]) => (registered === undefined ? [name] : []));
  return missing.length === 0 ? undefined : say('service-state.operations', { names: missing.join(', ') });
}
