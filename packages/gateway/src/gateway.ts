import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Diagnostic } from '@ticketgate/definition';
import { isData, type Data, type Logger } from '@ticketgate/sdk';

import { answerFailure, answerUnknownService, type Answer } from './transports/rest/answering/make-answer.js';
import { sendAnswer } from './transports/rest/answering/send-answer.js';
import { clip } from './debugger/cut-text.js';
import type { DebugLogLimits } from './debugger/debug-log-limits.js';
import { Debugger } from './debugger/debugger.js';
import { StrangerFailures } from './debugger/stranger-failures.js';
import { Trace } from './debugger/trace.js';
import type { OperationRegistry } from './dispatch/operation-registry.js';
import { Failure, internalFailure } from './failure.js';
import { handleFailure, handleRequest, type Exchange, type Handled } from './handle-request.js';
import type { CreateContext, DebuggerSink, RunOnce, ServiceRecord } from './ports.js';
import { BodyBudget, type BodyBudgetLimits } from './transports/rest/reading/body-budget.js';
import type { ReadingLimits } from './transports/rest/reading/reading-limits.js';
import { ExchangeInfo } from './request-info.js';
import type { CompiledService } from './services/compile-service.js';
import { corsHeaders } from './services/guards.js';
import { locateService, type Located } from './services/locate-service.js';
import { Overload, overloaded } from './services/overload.js';
import { Publisher } from './services/publisher.js';
import type { ServiceState } from './services/service-state.js';
import { withTimeout } from './services/timeout.js';

export interface GatewayLimits {
  readonly reading: ReadingLimits;
  /** Bytes of bodies that are held at a time. */
  readonly bodies: BodyBudgetLimits;
  /** Seconds a request may take where its service says nothing; undefined for no limit. */
  readonly timeout: number | undefined;
  readonly debugLog: DebugLogLimits;
  /** Requests that may wait for their answer; undefined for as many as are answered in time. */
  readonly waitingRequests?: number | undefined;
}

/** Characters of a name that a client made up. */
const LOGGED_NAME = 200;
/** Of one statement of the debug log. */
const BATCH_BYTES = 8_000_000;

export interface GatewayDependencies {
  readonly operations: OperationRegistry;
  readonly createContext: CreateContext;
  readonly runOnce: RunOnce;
  readonly debuggerSink: DebuggerSink;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly limits: GatewayLimits;
  /** Name of the host's session cookie (`SessionName`). */
  readonly cookieName: string;
  /** The client's address; behind a trusted proxy it is not the socket's. */
  readonly remoteAddress: (request: IncomingMessage) => string;
}

export interface PublishReport {
  /** Names of the services that are served now. */
  readonly served: readonly string[];
  /** Services whose new version has errors; the last good one, if there is one, keeps serving. */
  readonly rejected: readonly { readonly name: string; readonly diagnostics: readonly Diagnostic[] }[];
}

/**
 * Serves web services: a plain request listener that also works as Express middleware in any app. What it does not serve
 * goes to `next`.
 */
export class Gateway {
  readonly #dependencies: GatewayDependencies;
  readonly #publisher: Publisher;
  readonly #debugger: Debugger;
  readonly #strangers: StrangerFailures;
  readonly #bodies: BodyBudget;
  readonly #overload: Overload;
  readonly #running = new Set<Promise<void>>();

  constructor(dependencies: GatewayDependencies) {
    this.#dependencies = dependencies;
    this.#publisher = new Publisher(dependencies.operations);
    this.#overload = new Overload(dependencies.limits.waitingRequests);
    this.#bodies = new BodyBudget(dependencies.limits.bodies);
    const { queueLength, queueBytes, strangerFailures } = dependencies.limits.debugLog;
    const limits = { queueLength, queueBytes, interval: 100, batch: 200, batchBytes: BATCH_BYTES };
    this.#debugger = new Debugger(dependencies.debuggerSink, dependencies.logger, limits);
    this.#strangers = new StrangerFailures(strangerFailures, dependencies.logger);
  }

  /** Swaps what is served as a whole. Requests that are under way end in the version they began with. */
  publish(records: readonly ServiceRecord[]): PublishReport {
    return this.#publisher.publish(records);
  }

  services(): readonly CompiledService[] {
    return this.#publisher.table.services;
  }

  /** Of all records that were published last, also of those that are not served. */
  states(): readonly ServiceState[] {
    return this.#publisher.states;
  }

  get droppedDebuggerEntries(): number {
    return this.#debugger.dropped;
  }

  /** The request listener. */
  readonly handle = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void => {
    const located = locateService(this.#publisher.table, request.url ?? '/');
    if (located === undefined) {
      next();
      return;
    }
    const running = this.#serve(request, response, located).catch((error: unknown) => {
      this.#giveUp(response, error);
    });
    this.#running.add(running);
    void running.finally(() => this.#running.delete(running));
  };

  /** Resolves when all requests have been answered and their debugger entries are written. */
  async drain(): Promise<void> {
    await Promise.all(this.#running);
    this.#strangers.report();
    await this.#debugger.flush();
  }

  async #serve(request: IncomingMessage, response: ServerResponse, located: Located): Promise<void> {
    const id = randomUUID().replaceAll('-', '');
    const { service } = located;
    if (service === undefined || (service.router === undefined && service.problem === undefined)) {
      this.#answerUnknown({ request, response }, id, located);
      return;
    }
    if (this.#overload.isFull) {
      this.#turnAway({ request, response }, id, service);
      return;
    }
    const exchange = this.#begin({ request, response, id }, located, service);
    try {
      const handled = await this.#handle(exchange);
      this.#finish(exchange, handled);
    } finally {
      exchange.share.close();
    }
  }

  /** An answer that could not be sent must not end the process: its client loses the connection, the log has the reason. */
  #giveUp(response: ServerResponse, error: unknown): void {
    this.#dependencies.logger.error('a request could not be answered', { error });
    if (!response.writableEnded) response.destroy();
  }

  /** Before anything is made or recorded for the request: a process that has too much to do does not do more. */
  #turnAway(
    exchange: { request: IncomingMessage; response: ServerResponse },
    requestID: string,
    service: CompiledService,
  ): void {
    const failure = overloaded();
    this.#dependencies.logger.warn(failure.message, { service: service.name });
    const headers = [corsHeaders(service, exchange.request)];
    sendAnswer(exchange, answerFailure(failure, { options: service.options, requestID }), { requestID, headers });
  }

  #begin(
    { request, response, id }: { request: IncomingMessage; response: ServerResponse; id: string },
    located: Located,
    service: CompiledService,
  ): Exchange {
    const { createContext, runOnce, limits, cookieName, remoteAddress, now, debuggerSink } = this.#dependencies;
    const info = new ExchangeInfo({ id, request, response, remoteAddress: remoteAddress(request) });
    const describeRequest = () => summaryOf(info);
    const trace = new Trace(service.debugger, { now, indent: debuggerSink.indent, describeRequest });
    trace.knowSecrets(request.headers);
    trace.knowQuery(located.query);
    trace.debug('Communication sequence started', () => ({
      Method: info.method,
      URL: request.url,
      RemoteAddress: info.remoteAddress,
      Headers: request.headers,
    }));
    return {
      request,
      response,
      info,
      located,
      service,
      trace,
      ports: { createContext, runOnce },
      place: this.#overload.place(),
      share: this.#bodies.open(info.remoteAddress),
      limits: limits.reading,
      cookieName,
    };
  }

  async #handle(exchange: Exchange): Promise<Handled> {
    const { service, info } = exchange;
    try {
      return await withTimeout(handleRequest(exchange), this.#secondsOf(service), () => {
        info.abort();
      });
    } catch (cause) {
      const failure = cause instanceof Failure ? cause : internalFailure(info.id, cause);
      this.#log(failure, exchange);
      return handleFailure(failure, exchange);
    } finally {
      exchange.place.leave();
    }
  }

  #secondsOf({ options }: CompiledService): number | undefined {
    return options.transport.timeout ?? this.#dependencies.limits.timeout;
  }

  #logTimeout({ info, service }: Exchange): void {
    this.#dependencies.logger.warn('a request timed out', {
      requestId: info.id,
      service: service.name,
      operation: info.operation,
      seconds: this.#secondsOf(service),
    });
  }

  /** What the caller is not told stands here. */
  #log(failure: Failure, exchange: Exchange): void {
    const { info, service } = exchange;
    const { cause } = failure;
    if (failure.code === 'Gateway.Timeout') this.#logTimeout(exchange);
    if (failure.code !== 'Gateway.InternalError' && !(cause instanceof Error)) return;
    const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    this.#dependencies.logger.error(`a request failed: ${failure.code}`, {
      requestId: info.id,
      service: service.name,
      reason,
    });
  }

  #finish(exchange: Exchange, { answer, operation }: Handled): void {
    const { request, service, trace, info } = exchange;
    const headers = [service.headers.of(operation), corsHeaders(service, request)];
    sendAnswer(exchange, answer, { requestID: info.id, headers });
    if (typeof answer.body === 'string' && isData(answer.data)) trace.knowJson(answer.data, answer.body);
    const subject = `Returning provider data to remote system (HTTP Code: ${answer.status})`;
    if (answer.status < 300) trace.debug(subject, () => contentOf(answer));
    else trace.error(subject, () => contentOf(answer));
    this.#record(exchange);
  }

  #record({ service, trace, info }: Exchange): void {
    const isStrange = info.caller === undefined && trace.hasFailed;
    if (isStrange && !this.#strangers.admit(service.name)) return;
    const { textLength, strangerTextLength } = this.#dependencies.limits.debugLog;
    const head: Parameters<Trace['finish']>[0] = {
      communicationID: info.id,
      communicationType: 'Provider',
      remoteIP: info.remoteAddress === '' ? undefined : info.remoteAddress,
      webServiceID: service.id,
      time: this.#dependencies.now(),
    };
    const entry = trace.finish(head, isStrange ? strangerTextLength : textLength);
    if (entry !== undefined) this.#debugger.add(entry);
  }

  /** The family answers unknown services with an empty 500. */
  #answerUnknown(exchange: { request: IncomingMessage; response: ServerResponse }, id: string, located: Located): void {
    this.#dependencies.logger.warn('a request for a web service that is not served', {
      requestId: id,
      service: clip(located.name, LOGGED_NAME),
    });
    const answer = located.isFamilyURL ? EMPTY_ERROR : answerUnknownService(located.name);
    sendAnswer(exchange, answer, { requestID: id, headers: [] });
  }
}

const EMPTY_ERROR: Answer = Object.freeze({ status: 500, contentType: undefined, body: '', headers: {} });

/** What the debugger tells of a request that failed. */
function summaryOf({ method, url, remoteAddress, operation, caller }: ExchangeInfo): Data {
  const who = caller === undefined ? 'nobody who was authenticated' : `${KIND[caller.type]} ${caller.login}`;
  return { Method: method, URL: url, RemoteAddress: remoteAddress, Operation: operation ?? 'none', Caller: who };
}

const KIND = { User: 'agent', Customer: 'customer' } as const;

function contentOf({ body, data }: Answer): unknown {
  return data ?? (typeof body === 'string' ? body : body.join(''));
}

export function createGateway(dependencies: GatewayDependencies): Gateway {
  return new Gateway(dependencies);
}
