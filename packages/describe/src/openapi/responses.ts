import { type JsonSchema, keptIn } from '@ticketgate/sdk';
import { objectWith } from '@ticketgate/sdk/schema';

import type { DescribedError, DescribedOperation, DescribedService } from '../described-service.js';
import { errorBody } from '../error-body.js';
import type { MediaType, OperationObject, Reference, ResponseObject } from './open-api.js';
import type { SchemaStore } from './schema-store.js';

export const JSON_TYPE = 'application/json';
export const PROBLEM_TYPE = 'application/problem+json';

export const HEADERS = {
  RequestId: {
    description: 'The administrator can find the request in the log by this id.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'With 429 and 503: seconds after which the request may be sent again.',
    schema: { type: 'integer' },
  },
  Replayed: {
    description: 'The answer is that of an earlier request with this Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  Allow: { description: 'The methods of the path.', schema: { type: 'string' } },
};

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };
const FAILURE_HEADERS = { ...REQUEST_ID, 'Retry-After': { $ref: '#/components/headers/RetryAfter' } };

type Responses = OperationObject['responses'];

export class ResponseWriter {
  readonly #service: DescribedService;
  readonly #store: SchemaStore;
  readonly #envelopes = new Map<JsonSchema | undefined, JsonSchema>();
  readonly #failure: MediaType;

  constructor(service: DescribedService, store: SchemaStore) {
    this.#service = service;
    this.#store = store;
    this.#failure = { schema: { ...store.refer(errorBody(service.options), 'Error') } };
  }

  /** Failures that any request may have, whatever its operation. */
  get shared(): Readonly<Record<string, ResponseObject>> {
    if (this.#service.options.errorStatus === 'http') {
      const description =
        'Any other failure, for example Gateway.PayloadTooLarge (413): the status says what kind it is.';
      return { Failure: { description, headers: FAILURE_HEADERS, content: { [this.#errorType]: this.#failure } } };
    }
    const description =
      'The request did not reach its operation, or the operation could not do its work. A text for people, in some cases JSON with faultcode and faultstring. With 501 or 503 it may be the error of an operation, for example Database.Unavailable: after 503, send the request again later.';
    const content = { 'text/plain': { schema: { type: 'string' } }, [this.#errorType]: this.#failure };
    return { Failure: { description, headers: FAILURE_HEADERS, content } };
  }

  of(operation: DescribedOperation): Responses {
    const isHonest = this.#service.options.errorStatus === 'http';
    return isHonest ? this.#honest(operation) : this.#compatible(operation);
  }

  /** Errors have their own status. */
  #honest(operation: DescribedOperation): Responses {
    const { errors } = operation;
    const content = { [this.#errorType]: this.#errorMedia(operation) };
    return {
      '200': this.#success(operation),
      ...responsesByStatus(errors, (codes) => ({ description: codes, headers: FAILURE_HEADERS, content })),
      ...failures(errors),
    };
  }

  /** As in the family, errors of operations have status 200, and only their content identifies them. */
  #compatible(operation: DescribedOperation): Responses {
    const error = this.#errorMedia(operation);
    const { content = {}, ...success } = this.#success(operation);
    const data = content[JSON_TYPE];
    const isSameType = this.#errorType === JSON_TYPE;
    const merged = { ...data, schema: { anyOf: [data?.schema ?? {}, error.schema] } };
    const codes = operation.errors.map(({ code }) => code).join(', ');
    const mark = this.#service.options.answer === 'flat' ? 'a member Error' : 'no Data of their own';
    return {
      '200': {
        ...success,
        description:
          `The answer, or an error of the operation: errors come with this status too, with ${mark}. ${codes}`.trim(),
        content: data !== undefined && isSameType ? { [JSON_TYPE]: merged } : { ...content, [this.#errorType]: error },
      },
      ...failures([]),
    };
  }

  #success(operation: DescribedOperation): ResponseObject {
    const examples = operation.examples.flatMap(({ summary, output }, place) =>
      output === undefined ? [] : [[`example${place + 1}`, { summary, value: this.#enveloped(output) }] as const],
    );
    const replayed = operation.takesIdempotencyKey
      ? { 'Idempotency-Replayed': { $ref: '#/components/headers/Replayed' } }
      : {};
    const head = { description: 'The answer.', headers: { ...REQUEST_ID, ...replayed } };
    const bytes = operation.output?.contentMediaType;
    if (typeof bytes === 'string')
      return { ...head, content: { [bytes]: { schema: { type: 'string', format: 'binary' } } } };
    const media = { schema: this.#successSchema(operation) };
    return {
      ...head,
      content: { [JSON_TYPE]: examples.length === 0 ? media : { ...media, examples: Object.fromEntries(examples) } },
    };
  }

  #enveloped(output: unknown): unknown {
    return this.#service.options.answer === 'envelope' ? { Success: 1, ErrorMessage: '', Data: output } : output;
  }

  #successSchema({ output, type }: DescribedOperation): JsonSchema {
    const name = `${type.split('::').at(-1) ?? type}Answer`;
    const data: JsonSchema = output === undefined ? ANY_OBJECT : { ...this.#store.refer(output, name) };
    if (this.#service.options.answer !== 'envelope') return data;
    return {
      ...this.#store.refer(
        keptIn(this.#envelopes, output, () => envelope(data)),
        `${name}Envelope`,
      ),
    };
  }

  #errorMedia({ errorBody: body, name }: DescribedOperation): MediaType {
    const isShared = body === errorBody(this.#service.options);
    return isShared ? this.#failure : { schema: { ...this.#store.refer(body, `${name}Error`) } };
  }

  get #errorType(): string {
    return this.#service.options.answer === 'problem' ? PROBLEM_TYPE : JSON_TYPE;
  }
}

/** The answers with errors: one for each status, with the codes of its errors. */
export function responsesByStatus(
  errors: readonly Pick<DescribedError, 'code' | 'status'>[],
  write: (codes: string) => ResponseObject,
): Readonly<Record<string, ResponseObject>> {
  const statuses = new Set(errors.map(({ status }) => status));
  const listCodes = (wanted: number) => errors.filter(({ status }) => status === wanted).map(({ code }) => code);
  return Object.fromEntries([...statuses].map((status) => [status, write(listCodes(status).join(', '))]));
}

const FAILURE: Reference = { $ref: '#/components/responses/Failure' };

/** Errors outside the operation. Linters require a response with 4xx; that of an unknown service fits every operation. */
export function failures(named: readonly Pick<DescribedError, 'status'>[]): Readonly<Record<string, Reference>> {
  const isNamed = named.some(({ status }) => status >= 400 && status < 500);
  return { ...(isNamed ? {} : { '404': FAILURE }), default: FAILURE };
}

const ANY_OBJECT: JsonSchema = { type: 'object' };

function envelope(data: JsonSchema): JsonSchema {
  return objectWith(['Success', 'ErrorMessage', 'Data'], {
    Success: { type: 'integer', const: 1 },
    ErrorMessage: { type: 'string', const: '' },
    Data: data,
  });
}
