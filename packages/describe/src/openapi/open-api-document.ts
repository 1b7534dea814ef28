import { describeService } from '../describe-service.js';
import type {
  DescribedCall,
  DescribedOperation,
  DescribedService,
  KnownOperations,
  ServiceDefinition,
} from '../described-service.js';
import { CallWriter } from './call-writer.js';
import type { OpenApiDocument, OperationObject } from './open-api.js';
import { IDEMPOTENCY_KEY } from './parameters.js';
import { HEADERS } from './responses.js';
import { SchemaStore } from './schema-store.js';
import { webhookItem, WEBHOOKS } from './webhooks.js';

/** Where the operations of a path stand in a document. */
interface DocumentPlace {
  /** By method, in small letters. */
  readonly item: Record<string, OperationObject>;
  /** Names of the placeholders, in their order. */
  readonly names: readonly string[];
}

/** The paths of a document. Those that differ only in the names of their placeholders are one path: the first one. */
class DocumentPaths {
  readonly #places = new Map<string, DocumentPlace>();
  readonly #shapes = new Map<string, DocumentPlace>();
  readonly #items: Record<string, Record<string, OperationObject>> = {};

  placeOf(path: string): DocumentPlace {
    const known = this.#places.get(path);
    if (known !== undefined) return known;
    const shape = path.replaceAll(PLACEHOLDERS, '{}');
    const place = this.#shapes.get(shape) ?? this.#add(path);
    this.#shapes.set(shape, place);
    this.#places.set(path, place);
    return place;
  }

  get items(): OpenApiDocument['paths'] {
    return this.#items;
  }

  #add(path: string): DocumentPlace {
    const names = [...path.matchAll(PLACEHOLDERS)].flatMap(([, name]) => name ?? []);
    const item: Record<string, OperationObject> = {};
    this.#items[path] = item;
    return { item, names };
  }
}

const PLACEHOLDERS = /\{(\w+)\}/g;

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
 * const document = openApiOf({ name: 'Helpdesk', webService }, operationsByType);
 */
export function openApiOf(
  definition: ServiceDefinition,
  operations: KnownOperations,
  options: OpenApiOptions = {},
): OpenApiDocument {
  return openApiDocument(describeService(definition, operations), options);
}

/** The OpenAPI 3.1 document of a service that was described. */
export function openApiDocument(service: DescribedService, options: OpenApiOptions = {}): OpenApiDocument {
  const { serverURL = '', version = '1' } = options;
  const writer = new Writer(service);
  const paths = writer.paths();
  return {
    openapi: '3.1.0',
    info: { title: service.name, version, description: introduce(service), ...ABOUT },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: service.paths.map((path) => ({ url: `${serverURL}${path}` })),
    tags: writer.tags(),
    paths,
    ...writer.webhooks(),
    components: writer.components(),
  };
}

/** Contact and licence of the document. */
const ABOUT = {
  contact: { name: 'The administrators of this server' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
} as const;

class Writer {
  readonly #service: DescribedService;
  readonly #store = new SchemaStore();
  readonly #paths = new DocumentPaths();
  #made: CallWriter | undefined;

  constructor(service: DescribedService) {
    this.#service = service;
  }

  /** Where there are operations: it writes what they share. */
  get #calls(): CallWriter {
    return (this.#made ??= new CallWriter(this.#service, this.#store));
  }

  paths(): OpenApiDocument['paths'] {
    for (const operation of this.#service.operations) {
      const { calls, probes } = operation;
      for (const [index, call] of calls.entries()) {
        const place = this.#paths.placeOf(call.path);
        place.item[call.method.toLowerCase()] ??= this.#write(operation, call, { place, isFirst: index === 0 });
      }
      for (const call of calls.slice(0, 1)) {
        const place = this.#paths.placeOf(call.path);
        for (const probe of probes)
          place.item[probe.toLowerCase()] ??= this.#writeProbe(operation, probe, { call, place });
      }
    }
    return this.#paths.items;
  }

  webhooks(): Pick<OpenApiDocument, 'webhooks'> {
    const { webhooks } = this.#service;
    if (webhooks.length === 0) return {};
    const items = webhooks.map((webhook) => [webhook.name, webhookItem(webhook, this.#store)] as const);
    return { webhooks: Object.fromEntries(items) };
  }

  tags(): OpenApiDocument['tags'] {
    const names = new Set(this.#service.operations.filter(({ calls }) => calls.length > 0).map(tagOf));
    const tags = [...names].map((name) => ({ name, description: `Operations of the types ${name}::….` }));
    return this.#service.webhooks.length === 0 ? tags : [...tags, WEBHOOKS];
  }

  components(): OpenApiDocument['components'] {
    const { schemas } = this.#store;
    if (this.#made === undefined) return { schemas, responses: {}, parameters: {}, headers: {}, securitySchemes: {} };
    return {
      schemas,
      responses: this.#calls.sharedResponses,
      parameters: this.#takesKeys ? { IdempotencyKey: IDEMPOTENCY_KEY } : {},
      headers: this.#headers(),
      securitySchemes: this.#calls.securitySchemes,
    };
  }

  get #takesKeys(): boolean {
    return this.#service.operations.some(({ takesIdempotencyKey }) => takesIdempotencyKey);
  }

  #headers(): OpenApiDocument['components']['headers'] {
    const { RequestId, RetryAfter, Replayed, Allow } = HEADERS;
    const hasOptions = this.#service.operations.some(({ probes }) => probes.includes('OPTIONS'));
    return { RequestId, RetryAfter, ...(this.#takesKeys ? { Replayed } : {}), ...(hasOptions ? { Allow } : {}) };
  }

  #write(operation: DescribedOperation, call: DescribedCall, { place, isFirst }: WrittenPlace): OperationObject {
    const { name, summary, description } = operation;
    const operationId = isFirst ? name : `${name}-${call.method.toLowerCase()}`;
    const parts = this.#calls.partsOf(operation, call, place.names);
    return { operationId, summary, description: description || summary, tags: [tagOf(operation)], ...parts };
  }

  /** A request that carries out nothing that writes. */
  #writeProbe(operation: DescribedOperation, probe: string, { call, place }: ProbedCall): OperationObject {
    const summary = probe === 'OPTIONS' ? 'Lists the methods of the path.' : 'Answers headers only.';
    return {
      operationId: `${operation.name}-${probe.toLowerCase()}`,
      summary,
      description: summary,
      tags: [tagOf(operation)],
      ...this.#calls.probePartsOf(operation, { probe, call }, place.names),
    };
  }
}

/** The namespace of the type, for example `Ticket`. */
function tagOf({ type }: DescribedOperation): string {
  return type.split('::')[0] ?? type;
}

interface WrittenPlace {
  readonly place: DocumentPlace;
  /** The call that the operation is named after. */
  readonly isFirst: boolean;
}

interface ProbedCall {
  readonly call: DescribedCall;
  readonly place: DocumentPlace;
}

function introduce({ name, description, unreachable, ownDocument: own, paths }: DescribedService): string {
  const missing = unreachable.map((each) => `- ${each.name}: ${each.reason}`);
  const note =
    missing.length === 0
      ? []
      : [`Operations that no request can call, or that cannot be described:\n${missing.join('\n')}`];
  const pointer = own && `It is called over ${own.protocol}: its ${own.name} is at ${paths[0] ?? ''}?${own.query}.`;
  return [description || `The web service ${name}.`, ...(pointer === undefined ? [] : [pointer]), ...note].join('\n\n');
}
