import type { DescribedCall, DescribedOperation, DescribedService } from '../described-service.js';
import { BodySchemas } from './body-schema.js';
import type { OperationObject, RequestBody, ResponseObject, SecurityScheme } from './open-api.js';
import { parametersOf } from './parameters.js';
import { failures, ResponseWriter } from './responses.js';
import type { SchemaStore } from './schema-store.js';
import { SecuritySchemes } from './security.js';

/** The parts of a call that do not depend on the name and the texts of its operation. */
type CallParts = Pick<OperationObject, 'parameters' | 'requestBody' | 'responses' | 'security'>;

/** Writes what calls take and answer, once for all operations of one type behind the same mappings. */
export class CallWriter {
  readonly #service: DescribedService;
  readonly #store: SchemaStore;
  readonly #bodies = new BodySchemas();
  readonly #security = new SecuritySchemes();
  readonly #responses: ResponseWriter;
  /** By the errors, which only such operations share; then by what else the parts depend on. */
  readonly #known = new Map<DescribedOperation['errors'], Map<string, CallParts>>();

  constructor(service: DescribedService, store: SchemaStore) {
    this.#service = service;
    this.#store = store;
    this.#responses = new ResponseWriter(service, store);
  }

  /** Responses that several operations refer to. */
  get sharedResponses(): Readonly<Record<string, ResponseObject>> {
    return this.#responses.shared;
  }

  get securitySchemes(): Readonly<Record<string, SecurityScheme>> {
    return this.#security.schemes;
  }

  /** @param names of the placeholders of the path, in the document */
  partsOf(operation: DescribedOperation, call: DescribedCall, names: readonly string[]): CallParts {
    const { method, place, pathMembers } = call;
    const key = [method, place, ...pathMembers, '/', ...names].join();
    return this.#once(operation, key, () => {
      const parameters = this.#parametersOf(operation, call, names);
      return {
        ...parameters,
        ...(place === 'query' ? {} : { requestBody: this.#bodyOf(operation, call) }),
        responses: this.#responses.of(operation),
        security: this.#security.requirements(operation.credentials, place),
      };
    });
  }

  /** The parts of a request that changes nothing: HEAD or OPTIONS. */
  probePartsOf(
    operation: DescribedOperation,
    { probe, call }: { readonly probe: string; readonly call: DescribedCall },
    names: readonly string[],
  ): CallParts {
    return this.#once(operation, [probe, ...call.pathMembers, '/', ...names].join(), () => {
      const isOptions = probe === 'OPTIONS';
      const isFree = isOptions || !operation.hints.readOnly;
      const headers = { Allow: { $ref: '#/components/headers/Allow' } };
      const answer = { description: 'Without content.', ...(isOptions ? { headers } : {}) };
      return {
        ...this.#parametersOf({ ...operation, takesIdempotencyKey: false }, { ...call, place: 'body' }, names),
        responses: { [isFree ? '204' : '200']: answer, ...failures([]) },
        security: isFree ? [] : this.#security.requirements(operation.credentials, 'query'),
      };
    });
  }

  #once({ errors }: DescribedOperation, key: string, make: () => CallParts): CallParts {
    const known = this.#known.get(errors) ?? new Map<string, CallParts>();
    this.#known.set(errors, known);
    const parts = known.get(key) ?? make();
    known.set(key, parts);
    return parts;
  }

  #parametersOf(
    operation: DescribedOperation,
    call: DescribedCall,
    names: readonly string[],
  ): Pick<OperationObject, 'parameters'> {
    const parameters = parametersOf(operation, call, { names, profile: this.#service.options.profile });
    return parameters.length === 0 ? {} : { parameters };
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
}
