import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isData, type Data } from '@ticketgate/sdk';

import { clip } from './debugger/cut-text.js';
import { Debugger } from './debugger/debugger.js';
import { StrangerFailures } from './debugger/stranger-failures.js';
import { Trace } from './debugger/trace.js';
import { dispatchCall } from './dispatch/dispatch-call.js';
import { Failure, internalFailure } from './failure.js';
import type { GatewayDependencies } from './gateway-dependencies.js';
import type { ServiceRecord } from './ports.js';
import { ExchangeInfo } from './request-info.js';
import type { CompiledService } from './services/compiled-service.js';
import { locateService, type Located } from './services/locate-service.js';
import { Overload, overloaded, type WaitingPlace } from './services/overload.js';
import { Publisher, type PublishReport } from './services/publisher.js';
import type { ServiceState } from './services/service-state.js';
import { withTimeout } from './services/timeout.js';
import type { Answer } from './transports/http/answer.js';
import { BodyBudget } from './transports/http/body-budget.js';
import { sendAnswer } from './transports/http/send-answer.js';
import { answerUnknownService, EMPTY_ERROR } from './transports/http/unknown-service.js';
import type { Exchange, Handled, ServiceTransport } from './transports/transport.js';
import { transports } from './transports/transports.js';

/** Characters of a name that a client made up. */
const LOGGED_NAME = 200;
/** Of one statement of the debug log. */
const BATCH_BYTES = 8_000_000;

/** A request, and what it is for. */
interface Incoming {
  readonly id: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly located: Located;
  readonly service: CompiledService;
  readonly transport: ServiceTransport;
}

/** A request on its way. */
interface Visit extends Incoming {
  readonly exchange: Exchange;
  /** Among the requests that wait for their answer. */
  readonly place: WaitingPlace;
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
    this.#publisher = new Publisher({ registry: dependencies.operations, transports });
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
    if (service?.transport === undefined) {
      this.#answerUnknown({ request, response }, id, located);
      return;
    }
    const incoming: Incoming = { id, request, response, located, service, transport: service.transport };
    if (this.#overload.isFull) {
      this.#turnAway(incoming);
      return;
    }
    const visit = this.#begin(incoming);
    try {
      this.#finish(visit, await this.#handle(visit));
    } finally {
      visit.exchange.share.close();
    }
  }

  /** An answer that could not be sent must not end the process: its client loses the connection, the log has the reason. */
  #giveUp(response: ServerResponse, error: unknown): void {
    this.#dependencies.logger.error('a request could not be answered', { error });
    if (!response.writableEnded) response.destroy();
  }

  /** Before anything is made or recorded for the request: a process that has too much to do does not do more. */
  #turnAway(incoming: Incoming): void {
    const { id, request, service, transport } = incoming;
    const failure = overloaded();
    this.#dependencies.logger.warn(failure.message, { service: service.name });
    const headers = transport.headersOf(undefined, request);
    sendAnswer(incoming, transport.answerFailure(failure, id), { requestID: id, headers });
  }

  #begin(incoming: Incoming): Visit {
    const { id, request, response, located, service } = incoming;
    const { createContext, runOnce, limits, cookieName, remoteAddress } = this.#dependencies;
    const info = new ExchangeInfo({ id, request, response, remoteAddress: remoteAddress(request) });
    const trace = this.#beginTrace(incoming, info);
    const place = this.#overload.place();
    const { mappingCharacters } = limits.reading;
    const surroundings = { service, info, trace, ports: { createContext, runOnce }, mappingCharacters };
    const exchange: Exchange = {
      request,
      info,
      path: located.path,
      query: located.query,
      trace,
      limits: limits.reading,
      share: this.#bodies.open(info.remoteAddress),
      cookieName,
      findOperation(name) {
        const entry = service.operations.get(name);
        if (entry === undefined || 'missingType' in entry) return undefined;
        return { isChecked: entry.registered.operation.checks === 'schema' };
      },
      dispatch(call) {
        place.take();
        return dispatchCall(call, surroundings);
      },
    };
    return { ...incoming, exchange, place };
  }

  #beginTrace({ request, located, service }: Incoming, info: ExchangeInfo): Trace {
    const { now, debuggerSink } = this.#dependencies;
    const describeRequest = () => summaryOf(info);
    const trace = new Trace(service.debugger, { now, indent: debuggerSink.indent, describeRequest });
    trace.addSecrets(request.headers);
    trace.addQuery(located.query);
    trace.debug('Communication sequence started', () => ({
      Method: info.method,
      URL: request.url,
      RemoteAddress: info.remoteAddress,
      Headers: request.headers,
    }));
    return trace;
  }

  async #handle(visit: Visit): Promise<Handled> {
    const { service, transport, exchange } = visit;
    const { info, trace } = exchange;
    const handle = async () => {
      await service.rateLimit?.(info.remoteAddress);
      return transport.handle(exchange);
    };
    try {
      return await withTimeout(handle(), this.#secondsOf(service), () => {
        info.abort();
      });
    } catch (reason) {
      const failure = reason instanceof Failure ? reason : internalFailure(info.id, reason);
      const { cause } = failure;
      this.#log(failure, visit);
      // The client is not told the reason, the admin is.
      trace.error(failure.message, () => (cause instanceof Error ? cause.message : undefined));
      return { answer: transport.answerFailure(failure, info.id), operation: undefined };
    } finally {
      visit.place.leave();
    }
  }

  #secondsOf({ options }: CompiledService): number | undefined {
    return options.transport.timeout ?? this.#dependencies.limits.timeout;
  }

  #logTimeout({ exchange: { info }, service }: Visit): void {
    this.#dependencies.logger.warn('a request timed out', {
      requestId: info.id,
      service: service.name,
      operation: info.operation,
      seconds: this.#secondsOf(service),
    });
  }

  /** What the caller does not learn is here. */
  #log(failure: Failure, visit: Visit): void {
    const { service, exchange } = visit;
    const { cause } = failure;
    if (failure.code === 'Gateway.Timeout') this.#logTimeout(visit);
    if (failure.code !== 'Gateway.InternalError' && !(cause instanceof Error)) return;
    const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    this.#dependencies.logger.error(`a request failed: ${failure.code}`, {
      requestId: exchange.info.id,
      service: service.name,
      reason,
    });
  }

  #finish(visit: Visit, { answer, operation }: Handled): void {
    const { id, request, transport, exchange } = visit;
    const { trace } = exchange;
    sendAnswer(visit, answer, { requestID: id, headers: transport.headersOf(operation, request) });
    if (typeof answer.body === 'string' && isData(answer.data)) trace.addJson(answer.data, answer.body);
    const subject = `Returning provider data to remote system (HTTP Code: ${answer.status})`;
    if (answer.status < 300) trace.debug(subject, () => contentOf(answer));
    else trace.error(subject, () => contentOf(answer));
    this.#record(visit);
  }

  #record({ service, exchange: { trace, info } }: Visit): void {
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

  #answerUnknown(exchange: { request: IncomingMessage; response: ServerResponse }, id: string, located: Located): void {
    this.#dependencies.logger.warn('a request for a web service that is not served', {
      requestId: id,
      service: clip(located.name, LOGGED_NAME),
    });
    const answer = located.isFamilyURL ? EMPTY_ERROR : answerUnknownService(located.name);
    sendAnswer(exchange, answer, { requestID: id, headers: [] });
  }
}

/** What the debugger records about a failed request. */
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
