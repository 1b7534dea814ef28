import type { CredentialSource } from '@ticketgate/definition';
import type { Credentials, Data } from '@ticketgate/sdk';

import { NO_HEADERS, type Answer } from '../http/answer.js';
import { checkHost } from '../http/host-header.js';
import { findIgnored, readCredentials, type CredentialRules } from '../http/read-credentials.js';
import type { DispatchResult, Exchange, Handled, OperationRequest } from '../transport.js';
import { AGENT_PATH, handleMessage } from '../mcp/handle-message.js';
import { answerData, answerError } from './answering/make-answer.js';
import { answerStream } from './answering/answer-stream.js';
import { readRequest, type ReadRequest } from './reading/read-request.js';
import type { RestService } from './rest-service.js';
import { answerOptions } from './routing/answer-options.js';
import { findRoute } from './routing/router.js';

/**
 * Handles a request for a service: finds the route, reads the request, calls the operation, and creates the answer.
 *
 * @throws Failure for anything that ends the request before its operation has answered
 */
export async function handleRequest(service: RestService, exchange: Exchange): Promise<Handled> {
  const { request, path, trace, info } = exchange;
  checkHost(service.options.transport.hostHeader, request);
  if (path === AGENT_PATH && service.hasTools && exchange.openMcpEndpoint !== undefined) {
    return handleMessage(service, exchange, exchange.openMcpEndpoint);
  }
  const options = info.method === 'OPTIONS' ? answerOptions(service, request, path) : undefined;
  if (options !== undefined) return { answer: options, operation: undefined };

  const match = findRoute(service, path, info.method);
  const { operation } = match;
  info.operation = operation;
  info.match = match;
  trace.debug(`Detected operation '${operation}'`);
  const read = await readRequest(service, exchange, match);
  const outcome = await exchange.dispatch(new RestRequest(operation, read, { service, exchange }));
  return { answer: answerOf(outcome, service, info.id), operation };
}

/** A request as the transport has read it. */
class RestRequest implements OperationRequest {
  readonly operation: string;
  readonly data: unknown;
  readonly texts: Data | undefined;
  readonly idempotencyKey: string | undefined;
  readonly isProbe: boolean;
  readonly #service: RestService;
  readonly #exchange: Exchange;

  constructor(operation: string, { data, texts }: ReadRequest, from: { service: RestService; exchange: Exchange }) {
    this.operation = operation;
    this.data = data;
    this.texts = texts;
    this.#service = from.service;
    this.#exchange = from.exchange;
    this.idempotencyKey = this.readHeader('idempotency-key');
    this.isProbe = from.exchange.info.method === 'HEAD';
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
    const { authentication, cors } = this.#service.options;
    return { accept: authentication.accept, cookieName: this.#exchange.cookieName, origins: cors?.origins ?? [] };
  }
}

const NOTHING: Answer = Object.freeze({ status: 204, contentType: undefined, body: '', headers: NO_HEADERS });
const REPLAYED = Object.freeze({ 'Idempotency-Replayed': 'true' });

function answerOf(outcome: DispatchResult, { options }: RestService, requestID: string): Answer {
  if (outcome.kind === 'not-run') return NOTHING;
  if (outcome.kind === 'refused') return answerError(outcome.error, outcome.data, { options, requestID });
  if (outcome.kind === 'streamed') return answerStream(outcome.stream);
  const answer = answerData(outcome, options);
  return outcome.isReplay ? { ...answer, headers: { ...answer.headers, ...REPLAYED } } : answer;
}
