import { isData, type JsonSchema, keptIn } from '@ticketgate/sdk';
import { CHOICES, mapBranches, toMembers, omit, toNeeded, objectsIn, text } from '@ticketgate/sdk/schema';

import type { DescribedCall, DescribedOperation, DescribedService, CredentialPart } from '../described-service.js';
import type { OperationObject, RequestBody } from './open-api.js';
import { writeParameters } from './parameters.js';
import { failures, ResponseWriter } from './responses.js';
import type { SchemaStore } from './schema-store.js';
import { SecuritySchemes } from './security.js';

/** The parts of a call that do not depend on the name and the texts of its operation. */
type CallParts = Pick<OperationObject, 'parameters' | 'requestBody' | 'responses' | 'security'>;

/** Writes input and answers of calls, once for all operations of the same type and mappings. */
export class CallWriter {
  readonly #service: DescribedService;
  readonly #store: SchemaStore;
  readonly #bodies = new Map<JsonSchema, Map<string, JsonSchema>>();
  readonly security = new SecuritySchemes();
  readonly responses: ResponseWriter;
  /** By the list of errors, which only such operations share; then by everything else that the parts depend on. */
  readonly #known = new Map<DescribedOperation['errors'], Map<string, CallParts>>();

  constructor(service: DescribedService, store: SchemaStore) {
    this.#service = service;
    this.#store = store;
    this.responses = new ResponseWriter(service, store);
  }

  /** @param names the document's names for the placeholders of the path */
  writeParts(operation: DescribedOperation, call: DescribedCall, names: readonly string[]): CallParts {
    const { method, place, pathMembers } = call;
    const key = [method, place, ...pathMembers, '/', ...names].join();
    return this.#once(operation, key, () => {
      const parameters = this.#writeParameters(operation, call, names);
      return {
        ...parameters,
        ...(place === 'query' ? {} : { requestBody: this.#writeBody(operation, call) }),
        responses: this.responses.of(operation),
        security: this.security.requirements(operation.credentials, place),
      };
    });
  }

  /** The parts of a request that changes nothing: HEAD or OPTIONS. */
  writeProbeParts(
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
        ...this.#writeParameters({ ...operation, takesIdempotencyKey: false }, { ...call, place: 'body' }, names),
        responses: { [isFree ? '204' : '200']: answer, ...failures([]) },
        security: isFree ? [] : this.security.requirements(operation.credentials, 'query'),
      };
    });
  }

  #once({ errors }: DescribedOperation, key: string, make: () => CallParts): CallParts {
    const ofErrors = keptIn(this.#known, errors, () => new Map<string, CallParts>());
    return keptIn(ofErrors, key, make);
  }

  #writeParameters(
    operation: DescribedOperation,
    call: DescribedCall,
    names: readonly string[],
  ): Pick<OperationObject, 'parameters'> {
    const parameters = writeParameters(operation, call, { names, profile: this.#service.options.profile });
    return parameters.length === 0 ? {} : { parameters };
  }

  /** The input without the members in the path, plus credentials that can be members. Operations of one type share it. */
  #makeBodySchema(operation: DescribedOperation, pathMembers: readonly string[]): JsonSchema {
    const { input } = operation;
    const members = credentialMembers(operation);
    const key = [...pathMembers, '/', ...Object.keys(members)].join();
    const ofInput = keptIn(this.#bodies, input, () => new Map<string, JsonSchema>());
    return keptIn(ofInput, key, () => withMembers(withoutMembers(input, pathMembers), members));
  }

  #writeBody(operation: DescribedOperation, { pathMembers, place }: DescribedCall): RequestBody {
    const schema = this.#makeBodySchema(operation, pathMembers);
    const { maxLength } = this.#service;
    const examples = operation.examples.map(
      ({ summary, input }, index) => [`example${index + 1}`, { summary, value: omit(input, pathMembers) }] as const,
    );
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

function credentialMembers({ credentials }: DescribedOperation): Readonly<Record<string, JsonSchema>> {
  const parts = credentials.choices.flat().filter((part) => part.in === 'member');
  return Object.fromEntries(parts.map(({ name, holds }) => [name, CREDENTIALS[holds]]));
}

const CREDENTIALS: Readonly<Record<CredentialPart['holds'], JsonSchema>> = {
  ApiKey: text(),
  SessionID: { type: ['string', 'integer'], format: 'password', description: 'A session, instead of a login.' },
  UserLogin: text('Login of an agent, with a Password.'),
  CustomerUserLogin: text('Login of a customer user, with a Password.'),
  Password: { type: 'string', format: 'password' },
};

/** Members that the schema already has stay, because they say more. */
function withMembers(schema: JsonSchema, members: Readonly<Record<string, JsonSchema>>): JsonSchema {
  if (Object.keys(members).length === 0) return schema;
  return { ...schema, properties: { ...members, ...toMembers(schema) } };
}

function withoutMembers(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema;
  const needed = toNeeded(schema).filter((name) => !names.includes(name));
  const branches = mapBranches(schema, (branch) => withoutMembers(branch, names));
  // A branch that requires nothing any more matches everything.
  const met = CHOICES.filter((keyword) => objectsIn(branches[keyword]).some((each) => Object.keys(each).length === 0));
  return {
    ...omit({ ...schema, ...branches }, ['properties', 'required', ...met]),
    ...(isData(schema.properties) ? { properties: omit(schema.properties, names) } : {}),
    ...(needed.length === 0 ? {} : { required: needed }),
  };
}
