import { describeService } from '../describe-service.js';
import {
  PROBES,
  type DescribedCall,
  type DescribedOperation,
  type DescribedService,
  type KnownOperations,
  type ServiceDefinition,
} from '../described-service.js';
import { CallWriter } from './call-writer.js';
import { DocumentWriter } from './document-writer.js';
import type { OpenApiDocument, Parts } from './open-api.js';
import { IDEMPOTENCY_KEY } from './parameters.js';
import { HEADERS } from './responses.js';

export interface OpenApiOptions {
  /** URL of the server, for example `https://tickets.example.org`; without it, URLs are relative to the document. */
  readonly serverURL?: string;
  /** Version of the document; default: `1`. */
  readonly version?: string;
}

/**
 * The OpenAPI 3.1 document of a web service.
 *
 * @example
 * const document = writeOpenApi({ name: 'Helpdesk', webService }, operationsByType);
 */
export function writeOpenApi(
  definition: ServiceDefinition,
  operations: KnownOperations,
  options: OpenApiOptions = {},
): OpenApiDocument {
  return openApiDocument(describeService(definition, operations), options);
}

export function openApiDocument(service: DescribedService, options: OpenApiOptions = {}): OpenApiDocument {
  return new ServiceWriter(service).document(options);
}

class ServiceWriter {
  readonly #service: DescribedService;
  readonly #writer = new DocumentWriter();
  #made: CallWriter | undefined;

  constructor(service: DescribedService) {
    this.#service = service;
  }

  document({ serverURL = '', version = '1' }: OpenApiOptions): OpenApiDocument {
    this.#writeCalls();
    const { name: title, paths } = this.#service;
    const servers = paths.map((path) => ({ url: `${serverURL}${path}` }));
    const about = { title, version, description: introduce(this.#service, servers[0]?.url ?? '') };
    const jsonSchemaDialect = 'https://json-schema.org/draft/2020-12/schema';
    const parts = { jsonSchemaDialect, servers, tags: this.#tags() };
    return this.#writer.document(about, parts, this.#components());
  }

  /** Only created if there are operations, because it writes what they share. */
  get #calls(): CallWriter {
    return (this.#made ??= new CallWriter(this.#service, this.#writer.store));
  }

  #writeCalls(): void {
    for (const operation of this.#service.operations) {
      const { calls, probes } = operation;
      for (const call of calls) this.#write(operation, call, call.method);
      for (const call of calls.slice(0, 1)) for (const probe of probes) this.#write(operation, call, probe);
    }
  }

  /** The first operation of a path and method counts. Its first call gets the name of the operation. */
  #write(operation: DescribedOperation, call: DescribedCall, method: string): void {
    const { item, names } = this.#writer.openPath(call.path);
    const { name, calls } = operation;
    const probe = PROBES[method];
    const { summary, description } = probe === undefined ? operation : { summary: probe, description: '' };
    item[method.toLowerCase()] ??= {
      operationId: probe === undefined && call === calls[0] ? name : `${name}-${method.toLowerCase()}`,
      summary,
      description: description || summary,
      tags: [nameTag(operation)],
      ...(probe === undefined
        ? this.#calls.writeParts(operation, call, names)
        : this.#calls.writeProbeParts(operation, { probe: method, call }, names)),
    };
  }

  #tags(): OpenApiDocument['tags'] {
    const names = new Set(this.#service.operations.filter(({ calls }) => calls.length > 0).map(nameTag));
    return [...names].map((name) => ({ name, description: `Operations of the types ${name}::….` }));
  }

  #components(): Readonly<Record<string, Parts>> {
    if (this.#made === undefined) return { responses: {}, parameters: {}, headers: {}, securitySchemes: {} };
    return {
      responses: this.#calls.responses.shared,
      parameters: this.#takesKeys ? { IdempotencyKey: IDEMPOTENCY_KEY } : {},
      headers: this.#headers(),
      securitySchemes: this.#calls.security.schemes,
    };
  }

  get #takesKeys(): boolean {
    return this.#service.operations.some(({ takesIdempotencyKey }) => takesIdempotencyKey);
  }

  #headers(): Parts {
    const { RequestId, RetryAfter, Replayed, Allow } = HEADERS;
    const hasOptions = this.#service.operations.some(({ probes }) => probes.includes('OPTIONS'));
    return { RequestId, RetryAfter, ...(this.#takesKeys ? { Replayed } : {}), ...(hasOptions ? { Allow } : {}) };
  }
}

/** The namespace of the type, for example `Ticket`. */
function nameTag({ type }: DescribedOperation): string {
  return type.split('::')[0] ?? type;
}

function introduce({ name, description, unreachable, ownDocument: own }: DescribedService, address: string): string {
  const missing = unreachable.map((each) => `- ${each.name}: ${each.reason}`);
  const note =
    missing.length === 0
      ? []
      : [`Operations that no request can call, or that cannot be described:\n${missing.join('\n')}`];
  const pointer = own && `It is called over ${own.protocol}: its ${own.name} is at ${address}?${own.query}.`;
  return [description || `The web service ${name}.`, ...(pointer === undefined ? [] : [pointer]), ...note].join('\n\n');
}
