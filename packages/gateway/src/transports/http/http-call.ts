import type { CredentialSource, GatewayOptions } from '@ticketgate/definition';
import { httpStatusOf, retryAfterOf, type Credentials, type Data, type OperationError } from '@ticketgate/sdk';

import type { DispatchResult, Exchange, OperationRequest } from '../transport.js';
import { NO_HEADERS, type Answer } from './answer.js';
import { answerStream } from './answer-stream.js';
import { findIgnored, readCredentials, type CredentialRules } from './read-credentials.js';

/** What a transport has read of a request. */
interface ReadCall {
  readonly operation: string;
  readonly data: unknown;
  readonly texts: Data | undefined;
}

/** A call that came as an HTTP request: its headers carry credentials, the Idempotency-Key, and what operations declare. */
export class HttpCall implements OperationRequest {
  readonly operation: string;
  readonly data: unknown;
  readonly texts: Data | undefined;
  readonly idempotencyKey: string | undefined;
  readonly isProbe: boolean;
  readonly #options: GatewayOptions;
  readonly #exchange: Exchange;

  constructor({ operation, data, texts }: ReadCall, options: GatewayOptions, exchange: Exchange) {
    this.operation = operation;
    this.data = data;
    this.texts = texts;
    this.#options = options;
    this.#exchange = exchange;
    this.idempotencyKey = this.readHeader('idempotency-key');
    this.isProbe = exchange.info.method === 'HEAD';
  }

  readCredentials(input: unknown): Credentials {
    return readCredentials(input, this.#exchange.request, this.#rules);
  }

  findIgnoredCredentials(input: unknown): readonly CredentialSource[] {
    return findIgnored(input, this.#exchange.request, this.#rules);
  }

  readHeader(name: string): string | undefined {
    return this.#exchange.request.headers[name.toLowerCase()]?.toString();
  }

  get #rules(): CredentialRules {
    const { authentication, cors } = this.#options;
    return { accept: authentication.accept, cookieName: this.#exchange.cookieName, origins: cors?.origins ?? [] };
  }
}

/**
 * Status and headers of an operation's own error. Compatible services answer it with HTTP 200, which is the family's status for a decision
 * about the request. That the system cannot do its work is none: clients and proxies must see it, whatever the profile.
 */
export function headOfError(
  error: OperationError,
  { errorStatus }: GatewayOptions,
): Pick<Answer, 'status' | 'headers'> {
  const isHonest = errorStatus === 'http' || error.reason === 'Unavailable';
  const seconds = isHonest ? retryAfterOf(error) : undefined;
  return {
    status: isHonest ? httpStatusOf(error) : 200,
    headers: seconds === undefined ? NO_HEADERS : { 'Retry-After': String(seconds) },
  };
}

/** How a transport writes the results of operations. */
interface AnswerWriters {
  data(outcome: Extract<DispatchResult, { kind: 'done' }>): Answer;
  error(outcome: Extract<DispatchResult, { kind: 'refused' }>): Answer;
}

const NOTHING: Answer = Object.freeze({ status: 204, contentType: undefined, body: '', headers: NO_HEADERS });
const REPLAYED = Object.freeze({ 'Idempotency-Replayed': 'true' });

/** The answer to a call. Streams are the same in all transports. */
export function answerCall(outcome: DispatchResult, write: AnswerWriters): Answer {
  if (outcome.kind === 'not-run') return NOTHING;
  if (outcome.kind === 'refused') return write.error(outcome);
  if (outcome.kind === 'streamed') return answerStream(outcome.stream);
  const answer = write.data(outcome);
  return outcome.isReplay ? { ...answer, headers: { ...answer.headers, ...REPLAYED } } : answer;
}
