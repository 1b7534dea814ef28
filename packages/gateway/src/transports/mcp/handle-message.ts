import type { IncomingMessage } from 'node:http';
import { AGENT_PATH } from '@ticketgate/definition';
import { isData, type Data } from '@ticketgate/sdk';

import type { McpAnswer, McpEndpoint, ToolOutcome } from '../../mcp-endpoint.js';
import { createFailure } from '../../failure.js';
import { NO_HEADERS, type Answer } from '../http/answer.js';
import { answerMethods } from '../http/service-headers.js';
import { getHeader, readCredentials } from '../http/http-call.js';
import { encodeJson } from '../../json/encode-json.js';
import { MalformedBody, WrongStructure } from '../http/refusals.js';
import { readJsonBody } from '../rest/reading/read-json-body.js';
import { answerError } from '../rest/answering/rest-answers.js';
import type { RestService } from '../rest/reading/read-request.js';
import type { DispatchResult, Exchange, Handled } from '../transport.js';
import { clip } from '../../debugger/cut-text.js';

/** Most characters of a client's value in a message. */
const QUOTED = 200;

const OriginNotAllowed = createFailure<{ origin: string }>('Gateway.OriginNotAllowed', {
  reason: 'AccessDenied',
  message: ({ origin }) =>
    `Pages of "${clip(origin, QUOTED)}" may not use the tools of this service. List the origin in Gateway.Cors.Origins.`,
});

/**
 * Requires the origin of a page to be listed. Our own host name is not enough: the owner of a name can point it to this machine (DNS
 * rebinding).
 *
 * @param origins `Gateway.Cors.Origins`
 * @throws Failure `Gateway.OriginNotAllowed`
 */
function requireListedOrigin(origins: readonly string[] = [], { headers }: IncomingMessage): void {
  const { origin } = headers;
  if (origin === undefined || origins.includes(origin) || origins.includes('*')) return;
  throw new OriginNotAllowed({ origin });
}

const ALLOWED = 'OPTIONS, POST';

const OnlyPost = createFailure<{ method: string }>('Gateway.MethodNotAllowed', {
  reason: 'MethodNotAllowed',
  message: ({ method }) => `"${AGENT_PATH}" does not take ${method}. Send messages with POST.`,
  headers: () => ({ Allow: ALLOWED }),
});

/**
 * Answers a message of an AI agent. Tool calls are dispatched like all requests, with the same limits, permissions and records.
 *
 * @throws Failure
 */
export async function handleMessage(
  service: RestService,
  exchange: Exchange,
  openEndpoint: () => Promise<McpEndpoint>,
): Promise<Handled> {
  const { request, info, trace } = exchange;
  const { options } = service;
  requireListedOrigin(options.cors?.origins, request);
  info.match = { route: AGENT_PATH, parameters: {} };
  if (info.method === 'OPTIONS') return { answer: answerMethods(ALLOWED, options, request), operation: undefined };
  if (info.method !== 'POST') throw new OnlyPost({ method: info.method });
  const { message, error } = await readMessage(exchange, service);
  if (error !== undefined) {
    trace.error('The body is not a message', () => error.message);
    return { answer: toAnswer({ status: 400, body: { jsonrpc: '2.0', id: null, error } }), operation: undefined };
  }
  const ends: CallEnds = {};
  const call = (operation: string, input: Data) => callTool({ operation, input, ends }, service, exchange);
  const endpoint = await openEndpoint();
  const answer = await endpoint.answer(message, { headers: request.headers, call });
  if (ends.failure !== undefined) throw ends.failure.reason;
  if (ends.unavailable !== undefined) {
    const { error, data } = ends.unavailable;
    return { answer: answerError(error, data, { options, requestID: info.id }), operation: info.operation };
  }
  return { answer: toAnswer(answer), operation: info.operation };
}

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** A message, or the protocol's error for any other body (https://www.jsonrpc.org/specification#error_object). */
async function readMessage(exchange: Exchange, service: RestService) {
  const failed = (code: number, text: string) => ({ message: undefined, error: { code, message: text } });
  try {
    const message = await readJsonBody(exchange, service);
    if (isData(message)) return { message, error: undefined };
    // A batch of calls would count as one request.
    const what = message === undefined ? 'empty' : 'a list, and batches are not taken';
    return failed(INVALID_REQUEST, `The body is ${what}. ${ONE_MESSAGE}`);
  } catch (cause) {
    if (cause instanceof MalformedBody) return failed(PARSE_ERROR, cause.message);
    if (cause instanceof WrongStructure) return failed(INVALID_REQUEST, cause.message);
    throw cause;
  }
}

const ONE_MESSAGE = 'Send one message in each request, such as {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}.';

type Refusal = Extract<DispatchResult, { kind: 'refused' }>;

/** Outcomes that end the request like any other, though the protocol would turn them into a result. */
interface CallEnds {
  failure?: { readonly reason: unknown };
  /** The agent cannot correct it if the system cannot do its work. */
  unavailable?: Refusal;
}

async function callTool(
  { operation, input, ends }: { readonly operation: string; readonly input: Data; readonly ends: CallEnds },
  { options }: RestService,
  exchange: Exchange,
): Promise<ToolOutcome> {
  const { info, trace, request, cookieName } = exchange;
  info.operation = operation;
  trace.debug(`Detected operation '${operation}'`);
  // Arguments are no source of credentials: an agent may take them from a text that it has read.
  const accept = options.authentication.accept.filter((source) => source === 'ApiKey' || source === 'Headers');
  const readOwn = () => readCredentials(undefined, request, { accept, cookieName, origins: [] });
  const readHeader = (name: string) => getHeader(request, name);
  try {
    const outcome = await exchange.dispatch({
      operation,
      data: input,
      texts: undefined,
      readCredentials: readOwn,
      readHeader,
    });
    if (outcome.kind === 'refused' && outcome.error.reason === 'Unavailable') ends.unavailable = outcome;
    return toToolOutcome(outcome);
  } catch (reason) {
    ends.failure = { reason };
    throw reason;
  }
}

function toToolOutcome(outcome: DispatchResult): ToolOutcome {
  if (outcome.kind === 'done') return { kind: 'done', data: outcome.data };
  if (outcome.kind === 'refused') return { kind: 'refused', code: outcome.error.code, message: outcome.error.message };
  if (outcome.kind === 'not-run') return { kind: 'done', data: undefined };
  outcome.stream.readable.destroy();
  return { kind: 'refused', code: 'Gateway.AnswerStreamed', message: STREAMED };
}

const STREAMED = 'The operation answers a file, which a tool cannot return. Call it over HTTP.';

function toAnswer({ status, body }: McpAnswer): Answer {
  if (body === undefined) return { status, contentType: undefined, body: '', headers: NO_HEADERS };
  return { status, contentType: 'application/json', body: encodeJson(body), data: body, headers: NO_HEADERS };
}
