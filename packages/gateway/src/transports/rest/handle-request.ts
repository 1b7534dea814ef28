import { findIgnored, readCredentials } from '../http/read-credentials.js';
import { NO_HEADERS, type Answer } from '../http/answer.js';
import { checkHost } from '../http/host-header.js';
import type { CallOutcome, CredentialReader, Exchange, Handled } from '../transport.js';
import { AGENT_PATH, handleMessage } from '../mcp/handle-message.js';
import { answerData, answerError } from './answering/make-answer.js';
import { answerStream } from './answering/answer-stream.js';
import { readRequest } from './reading/read-request.js';
import type { RestService } from './rest-service.js';
import { answerOptions } from './routing/answer-options.js';
import { findRoute } from './routing/find-route.js';

/**
 * From a request for a service to an answer that can be sent: route, read, call, answer.
 *
 * @throws Failure for anything that ends the request before its operation has answered
 */
export async function handleRequest(service: RestService, exchange: Exchange): Promise<Handled> {
  const { request, path, trace, info } = exchange;
  checkHost(service.options.transport.hostHeader, request);
  if (path === AGENT_PATH && service.hasTools && exchange.openAgentDesk !== undefined) {
    return handleMessage(service, exchange, exchange.openAgentDesk);
  }
  const options = info.method === 'OPTIONS' ? answerOptions(service, request, path) : undefined;
  if (options !== undefined) return { answer: options, operation: undefined };

  const match = findRoute(service, path, info.method);
  const { operation } = match;
  info.operation = operation;
  info.taken = match;
  trace.debug(`Detected operation '${operation}'`);
  const { data, texts } = await readRequest(service, exchange, match);
  const outcome = await exchange.dispatch({
    operation,
    data,
    texts,
    credentials: credentialReader(service, exchange),
    readHeader: (name) => request.headers[name.toLowerCase()]?.toString(),
    idempotencyKey: request.headers['idempotency-key']?.toString(),
    isProbe: info.method === 'HEAD',
  });
  return { answer: answerOf(outcome, service, info.id), operation };
}

function credentialReader({ options }: RestService, { request, cookieName }: Exchange): CredentialReader {
  const rules = { accept: options.authentication.accept, cookieName, origins: options.cors?.origins ?? [] };
  return {
    read: (input) => readCredentials(input, request, rules),
    findIgnored: (input) => findIgnored(input, request, rules),
  };
}

const NOTHING: Answer = Object.freeze({ status: 204, contentType: undefined, body: '', headers: NO_HEADERS });
const REPLAYED = Object.freeze({ 'Idempotency-Replayed': 'true' });

function answerOf(outcome: CallOutcome, { options }: RestService, requestID: string): Answer {
  if (outcome.kind === 'not-run') return NOTHING;
  if (outcome.kind === 'refused') return answerError(outcome.error, outcome.data, { options, requestID });
  if (outcome.kind === 'streamed') return answerStream(outcome.stream);
  const answer = answerData(outcome, options);
  return outcome.isReplay ? { ...answer, headers: { ...answer.headers, ...REPLAYED } } : answer;
}
