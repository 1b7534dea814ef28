import { isData, type Data } from '@ticketgate/sdk';

import type { McpAnswer, McpEndpoint, ToolOutcome } from '../../mcp-endpoint.js';
import { createFailure } from '../../failure.js';
import { NO_HEADERS, type Answer } from '../http/answer.js';
import { preflightHeaders } from '../http/cors.js';
import { readCredentials, type CredentialRules } from '../http/read-credentials.js';
import { encodeJson } from '../../json/encode-json.js';
import { WrongStructure } from '../http/refusals.js';
import { readJsonBody } from '../rest/reading/read-json-body.js';
import type { RestService } from '../rest/rest-service.js';
import type { DispatchResult, Exchange, Handled } from '../transport.js';
import { requireListedOrigin } from './require-listed-origin.js';

/** The path of the MCP endpoint, below the paths of a service. */
export const AGENT_PATH = '/mcp';

const ALLOWED = 'OPTIONS, POST';

const OnlyPost = createFailure<{ method: string }>('Gateway.MethodNotAllowed', {
  reason: 'MethodNotAllowed',
  message: ({ method }) => `"${AGENT_PATH}" does not take ${method}. Send messages with POST.`,
  headers: () => ({ Allow: ALLOWED }),
});

/**
 * Answers a message of an AI agent. Tool calls are dispatched like all requests, with the same limits, permissions and
 * records.
 *
 * @throws Failure
 */
export async function handleMessage(
  service: RestService,
  exchange: Exchange,
  openEndpoint: () => Promise<McpEndpoint>,
): Promise<Handled> {
  const { request, info, limits } = exchange;
  const { options, rules, maxLength } = service;
  requireListedOrigin(options.cors?.origins, request);
  info.match = { route: AGENT_PATH, parameters: {} };
  if (info.method === 'OPTIONS') {
    const headers = { Allow: ALLOWED, ...preflightHeaders(options.cors?.origins, request, ALLOWED) };
    return { answer: { status: 204, contentType: undefined, body: '', headers }, operation: undefined };
  }
  if (info.method !== 'POST') throw new OnlyPost({ method: info.method });
  const message = await readJsonBody(exchange, Math.min(maxLength ?? Infinity, limits.bodyLength), rules);
  // A batch of calls would count as one request.
  if (!isData(message)) throw new WrongStructure('a list');
  const calls = new Calls(service, exchange);
  const endpoint = await openEndpoint();
  const answer = await endpoint.answer(message, calls);
  calls.requireNoFailure();
  return { answer: answerOf(answer), operation: info.operation };
}

class Calls {
  readonly #service: RestService;
  readonly #exchange: Exchange;
  #failure: { readonly reason: unknown } | undefined;

  constructor(service: RestService, exchange: Exchange) {
    this.#service = service;
    this.#exchange = exchange;
  }

  get headers(): Exchange['request']['headers'] {
    return this.#exchange.request.headers;
  }

  readonly call = async (operation: string, input: Data): Promise<ToolOutcome> => {
    const { info, trace } = this.#exchange;
    info.operation = operation;
    trace.debug(`Detected operation '${operation}'`);
    try {
      return outcomeOf(await this.#dispatch(operation, input));
    } catch (reason) {
      this.#failure = { reason };
      throw reason;
    }
  };

  /** Rethrows failures that end any request, which the protocol would turn into a result. */
  requireNoFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.reason;
  }

  #dispatch(operation: string, input: Data): Promise<DispatchResult> {
    const { request, cookieName } = this.#exchange;
    const { accept } = this.#service.options.authentication;
    // Arguments of an agent may come from a text that it has read.
    const inHeaders = accept.filter((source) => source === 'ApiKey' || source === 'Headers');
    const rules: CredentialRules = { accept: inHeaders, cookieName, origins: [] };
    return this.#exchange.dispatch({
      operation,
      data: input,
      texts: undefined,
      idempotencyKey: undefined,
      isProbe: false,
      readCredentials: () => readCredentials(undefined, request, rules),
      findIgnoredCredentials: () => [],
      readHeader: (name) => request.headers[name.toLowerCase()]?.toString(),
    });
  }
}

function outcomeOf(outcome: DispatchResult): ToolOutcome {
  if (outcome.kind === 'done') return { kind: 'done', data: outcome.data };
  if (outcome.kind === 'refused') return { kind: 'refused', code: outcome.error.code, message: outcome.error.message };
  if (outcome.kind === 'not-run') return { kind: 'done', data: undefined };
  outcome.stream.readable.destroy();
  return { kind: 'refused', code: 'Gateway.AnswerStreamed', message: STREAMED };
}

const STREAMED = 'The operation answers a file, which a tool cannot return. Call it over HTTP.';

function answerOf({ status, body }: McpAnswer): Answer {
  if (body === undefined) return { status, contentType: undefined, body: '', headers: NO_HEADERS };
  return { status, contentType: 'application/json', body: encodeJson(body), data: body, headers: NO_HEADERS };
}
