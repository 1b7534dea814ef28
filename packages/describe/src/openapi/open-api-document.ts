import { describeService } from '../describe-service.js';
import type {
  DescribedCall,
  DescribedOperation,
  DescribedService,
  KnownOperations,
  ServiceDefinition,
} from '../described-service.js';
import { BodySchemas } from './body-schema.js';
import type { OpenApiDocument, OperationObject, PathItem, RequestBody } from './open-api.js';
import { IDEMPOTENCY_KEY, parametersOf } from './parameters.js';
import { HEADERS, ResponseWriter } from './responses.js';
import { SchemaStore } from './schema-store.js';
import { SecuritySchemes } from './security.js';

export interface OpenApiOptions {
  /** Of the server, for example `https://tickets.example.org`; without it, URLs are relative to the document. */
  readonly serverURL?: string;
  /** Of the document; default: `1`. */
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
    info: { title: service.name, version, description: introduce(service) },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: service.paths.map((path) => ({ url: `${serverURL}${path}` })),
    paths,
    components: writer.components(),
  };
}

class Writer {
  readonly #service: DescribedService;
  readonly #store = new SchemaStore();
  readonly #bodies = new BodySchemas();
  readonly #security = new SecuritySchemes();
  readonly #responses: ResponseWriter;
  /** Paths that differ only in the names of their placeholders are one path: that of the first operation. */
  readonly #templates = new Map<string, string>();

  constructor(service: DescribedService) {
    this.#service = service;
    this.#responses = new ResponseWriter(service, this.#store);
  }

  paths(): OpenApiDocument['paths'] {
    const paths = new Map<string, Record<string, OperationObject>>();
    for (const operation of this.#service.operations) {
      const { calls, probes } = operation;
      for (const [place, call] of calls.entries()) {
        const item = this.#itemOf(call.path, paths);
        item[call.method.toLowerCase()] ??= this.#write(operation, call, place === 0);
      }
      for (const call of calls.slice(0, 1)) {
        const item = this.#itemOf(call.path, paths);
        for (const probe of probes) item[probe.toLowerCase()] ??= this.#writeProbe(operation, call, probe);
      }
    }
    return Object.fromEntries(paths) satisfies Readonly<Record<string, PathItem>>;
  }

  components(): OpenApiDocument['components'] {
    return {
      schemas: this.#store.schemas,
      responses: this.#responses.shared,
      parameters: this.#takesKeys ? { IdempotencyKey: IDEMPOTENCY_KEY } : {},
      headers: this.#headers(),
      securitySchemes: this.#security.schemes,
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

  #templateOf(path: string): string {
    const shape = path.replaceAll(/\{\w+\}/g, '{}');
    const template = this.#templates.get(shape) ?? path;
    this.#templates.set(shape, template);
    return template;
  }

  #itemOf(path: string, paths: Map<string, Record<string, OperationObject>>): Record<string, OperationObject> {
    const template = this.#templateOf(path);
    const item = paths.get(template) ?? {};
    paths.set(template, item);
    return item;
  }

  #write(operation: DescribedOperation, call: DescribedCall, isFirst: boolean): OperationObject {
    const { name, summary, description } = operation;
    const parameters = this.#parametersOf(operation, call);
    return {
      operationId: isFirst ? name : `${name}-${call.method.toLowerCase()}`,
      summary,
      ...(description === '' ? {} : { description }),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(call.place === 'query' ? {} : { requestBody: this.#bodyOf(operation, call) }),
      responses: this.#responses.of(operation),
      security: this.#security.requirements(operation.credentials),
    };
  }

  #parametersOf(operation: DescribedOperation, call: DescribedCall) {
    const names = [...this.#templateOf(call.path).matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
    return parametersOf(operation, call, { names, profile: this.#service.options.profile });
  }

  #bodyOf(operation: DescribedOperation, { pathMembers, place }: DescribedCall): RequestBody {
    const schema = this.#bodies.of(operation, pathMembers);
    const { maxLength } = this.#service;
    const examples = operation.examples.map(({ summary, input }, index) => {
      const value = Object.fromEntries(Object.entries(input).filter(([name]) => !pathMembers.includes(name)));
      return [`example${index + 1}`, { summary, value }] as const;
    });
    const media = { schema: { ...this.#store.refer(schema, `${operation.name}Request`) } };
    const limit = maxLength === undefined ? '' : ` of ${maxLength} bytes at most`;
    return {
      required: place === 'body' && schema.required !== undefined,
      description: `A JSON object${limit}.${place === 'either' ? ' Its members may come in the query string instead.' : ''}`,
      content: {
        'application/json': examples.length === 0 ? media : { ...media, examples: Object.fromEntries(examples) },
      },
    };
  }

  /** Requests that carry out nothing that writes. */
  #writeProbe(operation: DescribedOperation, call: DescribedCall, probe: string): OperationObject {
    const parameters = this.#parametersOf({ ...operation, takesIdempotencyKey: false }, { ...call, place: 'body' });
    const isOptions = probe === 'OPTIONS';
    const allow = { Allow: { $ref: '#/components/headers/Allow' } };
    const { readOnly } = operation.hints;
    const status = isOptions || !readOnly ? '204' : '200';
    return {
      operationId: `${operation.name}-${probe.toLowerCase()}`,
      summary: isOptions ? 'Lists the methods of the path.' : 'Answers headers only.',
      ...(parameters.length === 0 ? {} : { parameters }),
      responses: { [status]: { description: 'Without content.', ...(isOptions ? { headers: allow } : {}) } },
      security: isOptions || !readOnly ? [] : this.#security.requirements(operation.credentials),
    };
  }
}

function introduce({ description, unreachable }: DescribedService): string {
  const missing = unreachable.map(({ name, reason }) => `- ${name}: ${reason}`);
  const note =
    missing.length === 0
      ? []
      : [`Operations that no request can call, or that cannot be described:\n${missing.join('\n')}`];
  return [description, ...note].filter((text) => text !== '').join('\n\n');
}
