import type { IncomingMessage, ServerResponse } from 'node:http';

import {
  answerData,
  answerError,
  answerFailure,
  errorData,
  type Answer,
} from './transports/rest/answering/make-answer.js';
import type { Trace } from './debugger/trace.js';
import { runOperation, type CallPorts, type Outcome } from './dispatch/run-operation.js';
import { fault, type Failure } from './failure.js';
import { readIdempotencyKey } from './dispatch/idempotency.js';
import type { CallScope } from './ports.js';
import type { BodyShare } from './transports/rest/reading/body-budget.js';
import { findIgnored, readCredentials } from './transports/rest/reading/read-credentials.js';
import { readRequest } from './transports/rest/reading/read-request.js';
import type { ReadingLimits } from './transports/rest/reading/reading-limits.js';
import type { ExchangeInfo } from './request-info.js';
import { answerOptions } from './transports/rest/routing/answer-options.js';
import { findRoute } from './transports/rest/routing/find-route.js';
import type { BoundOperation, CompiledService } from './services/compile-service.js';
import { missingOperation } from './services/compile-service.js';
import { checkHost } from './services/guards.js';
import type { Located } from './services/locate-service.js';
import type { WaitingPlace } from './services/overload.js';

/** A request on its way, with everything that the stages need. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly info: ExchangeInfo;
  readonly located: Located;
  readonly service: CompiledService;
  readonly trace: Trace;
  readonly ports: CallPorts;
  /** Among the requests that wait for their answer. */
  readonly place: WaitingPlace;
  readonly limits: ReadingLimits;
  /** Of the bytes of bodies that are held at a time. */
  readonly share: BodyShare;
  readonly cookieName: string;
}

/** An answer, and the operation whose headers it gets. */
export interface Handled {
  readonly answer: Answer;
  readonly operation: string | undefined;
}

/**
 * The request path, from a service that was found to an answer that can be sent: route, read, map, run, map back.
 *
 * @throws Failure whatever ends the request before its operation has answered
 */
export async function handleRequest(exchange: Exchange): Promise<Handled> {
  const { request, service, located, trace } = exchange;
  const method = request.method ?? 'GET';
  checkHost(service, request);
  await service.rateLimit?.(exchange.info.remoteAddress);
  const options = method === 'OPTIONS' ? answerOptions(service, request, located.path) : undefined;
  if (options !== undefined) return { answer: options, operation: undefined };

  const { operation, parameters } = findRoute(service, located.path, method);
  exchange.info.operation = operation;
  trace.debug(`Detected operation '${operation}'`);
  const { limits, share } = exchange;
  const data = await readRequest({ request, service, query: located.query, parameters, trace, limits, share });
  exchange.place.take();
  trace.knowSecrets(data);
  trace.debug('Incoming data before mapping', () => data);

  const entry = service.operations.get(operation);
  const input = mapInput(data, entry?.inbound, exchange);
  if (entry === undefined) throw fault('Gateway.OperationMissing', missingOperation(''));
  if ('problem' in entry) throw fault('Gateway.OperationMissing', entry.problem);
  if (method === 'HEAD' && entry.registered.operation.effect === 'writes') return { answer: NOTHING, operation };

  const scope = scopeOf(exchange, entry, input);
  const key = readIdempotencyKey(request, entry.registered.operation);
  const outcome = await runOperation({ bound: entry, data: input, scope, key }, exchange.ports);
  return { answer: makeAnswer(exchange, entry, outcome), operation };
}

const NOTHING: Answer = Object.freeze({ status: 204, contentType: undefined, body: '', headers: {} });

function mapInput(data: unknown, mapping: BoundOperation['inbound'], { trace, limits }: Exchange): unknown {
  if (mapping === undefined) return data;
  const notice = (sentence: string) => {
    trace.notice(sentence);
  };
  const mapped = mapping(data, notice, limits.mappingCharacters);
  trace.knowSecrets(mapped);
  trace.debug('Incoming data after mapping', () => mapped);
  return mapped;
}

function scopeOf(exchange: Exchange, entry: BoundOperation, input: unknown): CallScope {
  const { service, request, cookieName, trace } = exchange;
  const { authentication, cors } = service.options;
  const rules = { accept: authentication.accept, cookieName, origins: cors?.origins ?? [] };
  const credentials = readCredentials(input, request, rules);
  trace.knowSecrets(credentials);
  const { info } = exchange;
  return {
    binding: entry.binding,
    request: info,
    credentials,
    authentication,
    onCaller: (caller) => {
      info.caller = caller;
    },
    onRefusal: (reason) => {
      trace.error('Nobody was authenticated', () => reason);
    },
    ignoredCredentials: () => findIgnored(input, request, rules),
  };
}

const REPLAYED = Object.freeze({ 'Idempotency-Replayed': 'true' });

/** Errors of operations take the same way back as data: through the outbound mapping of a flat service. */
function makeAnswer(exchange: Exchange, entry: BoundOperation, outcome: Outcome): Answer {
  const { service, trace, info } = exchange;
  const { options } = service;
  if (outcome.kind === 'success') {
    trace.debug('Outgoing data before mapping', () => outcome.data);
    const answer = answerData(mapOutput(outcome.data, entry.outbound, trace), options);
    return outcome.isReplay === true ? { ...answer, headers: REPLAYED } : answer;
  }
  const { error } = outcome;
  trace.error(error.code, () => error.message);
  const data = errorData(error);
  trace.debug('Outgoing data before mapping', () => data);
  const mapped = options.answer === 'flat' ? mapOutput(data, entry.outbound, trace) : data;
  return answerError(error, mapped ?? {}, { options, requestID: info.id });
}

function mapOutput(data: Parameters<typeof answerData>[0], mapping: BoundOperation['outbound'], trace: Trace) {
  if (mapping === undefined) return data;
  const mapped = mapping(data, (sentence) => {
    trace.notice(sentence);
  });
  trace.debug('Outgoing data after mapping', () => mapped);
  return mapped;
}

/** What a failure is answered with, and its place in the trace. */
export function handleFailure(failure: Failure, { service, trace, info }: Exchange): Handled {
  // The client is not told the reason, the admin is.
  const { cause } = failure;
  trace.error(failure.message, () => (cause instanceof Error ? cause.message : undefined));
  return { answer: answerFailure(failure, { options: service.options, requestID: info.id }), operation: undefined };
}
