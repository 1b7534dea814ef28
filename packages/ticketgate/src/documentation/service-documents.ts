import type { CompiledService } from '@ticketgate/gateway';
import { inSteps } from '@ticketgate/sdk';
import type { RunningValues } from '@ticketgate/sdk/schema';
import {
  type DescribedService,
  describeInSteps,
  jsonChunks,
  type KnownInvokers,
  type KnownOperations,
  openApiDocument,
  yamlChunks,
} from '@ticketgate/describe';

import { SharedBody } from '../http/shared-body.js';

const PIECES = { json: jsonChunks, yaml: yamlChunks };

/** The documentation of one version of a web service. */
export interface ServiceDocument {
  readonly service: DescribedService;
  /** Its OpenAPI document below the path of a proxy, which is written when somebody asks for it first. */
  write(format: DocumentFormat, prefix: string): Promise<SharedBody>;
  /** The document of its own that it has, written likewise, for clients that reach it at an address. */
  writeOwn(): Promise<((address: string) => string) | undefined>;
}

export type DocumentFormat = keyof typeof PIECES;

export interface DocumentSources {
  /** The services that are published now. */
  readonly services: () => readonly CompiledService[];
  readonly cookieName: string;
  readonly invokers: KnownInvokers;
  readonly version: string;
  /** Whether everybody may read the documentation of a service. */
  readonly isPublic: (service: CompiledService) => boolean;
}

/** The documents of published services: each is made once, when somebody asks for it first. */
export class ServiceDocuments {
  readonly #sources: DocumentSources;
  readonly #made = new WeakMap<CompiledService, Promise<ServiceDocument>>();

  constructor(sources: DocumentSources) {
    this.#sources = sources;
  }

  /** The document of its own that a service has which is shown, for clients that reach it at this address. */
  async own(service: CompiledService, address: string): Promise<string | undefined> {
    if (!this.#sources.isPublic(service)) return undefined;
    const document = await this.of(service);
    return (await document.writeOwn())?.(address);
  }

  /** The services with public documentation, sorted by name. */
  list(): readonly CompiledService[] {
    return this.#sources
      .services()
      .filter((service) => this.#sources.isPublic(service))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  of(service: CompiledService): Promise<ServiceDocument> {
    const made = this.#made.get(service) ?? this.#make(service);
    this.#made.set(service, made);
    return made;
  }

  /** A service that is shown, as it is published. */
  published(name: string): CompiledService | undefined {
    const service = this.#sources.services().find((each) => each.name === name);
    return service !== undefined && this.#sources.isPublic(service) ? service : undefined;
  }

  /** With names of the running system: for one agent, so it is not kept. */
  withValues(compiled: CompiledService, values: RunningValues): Promise<ServiceDocument> {
    return this.#make(compiled, values);
  }

  async #make(compiled: CompiledService, values?: RunningValues): Promise<ServiceDocument> {
    const { cookieName, invokers, version } = this.#sources;
    const { name, webService } = compiled;
    const described = { name, webService, cookieName, invokers, ...(values === undefined ? {} : { values }) };
    const service = await inSteps(describeInSteps(described, mapOperations(compiled)));
    return writeDocument(service, version);
  }
}

/** The operations that a service is served with, by type. */
function mapOperations({ operations }: CompiledService): KnownOperations {
  const bound = [...operations.values()].flatMap((entry) =>
    'missingType' in entry ? [] : [entry.registered.operation],
  );
  return new Map(bound.map((operation) => [operation.type as string, operation]));
}

function writeDocument(service: DescribedService, version: string): ServiceDocument {
  const written = new Map<DocumentFormat, { readonly prefix: string; readonly body: Promise<SharedBody> }>();
  const { ownDocument } = service;
  let own: ReturnType<ServiceDocument['writeOwn']> | undefined;
  return {
    service,
    write(format, prefix) {
      const kept = written.get(format);
      if (kept?.prefix === prefix) return kept.body;
      const body = inSteps(writing(PIECES[format](openApiDocument(service, { version, serverURL: prefix }))));
      written.set(format, { prefix, body });
      return body;
    },
    writeOwn: async () => ownDocument && (own ??= inSteps(ownDocument.write(service))),
  };
}

function* writing(pieces: Iterable<string>): Generator<undefined, SharedBody> {
  const texts: string[] = [];
  for (const piece of pieces) {
    texts.push(piece);
    yield;
  }
  return new SharedBody(texts.join(''));
}
