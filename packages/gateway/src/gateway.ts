import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { clip } from './debugger/cut-text.js';
import { Recorder } from './debugger/recorder.js';
import { Failure, unexpectedFailure } from './failure.js';
import type { GatewayDependencies } from './gateway-dependencies.js';
import { Observer } from './observer/observer.js';
import { onceClosed } from './observer/once-closed.js';
import type { DebuggerEntry, ServiceRecord } from './ports.js';
import { ExchangeInfo, type RunningRequest } from './request-info.js';
import { McpEndpoints } from './services/mcp-endpoints.js';
import type { CompiledService } from './services/compiled-service.js';
import { locateService, type Located } from './services/locate-service.js';
import { Overload, Overloaded } from './services/overload.js';
import { Publisher, type PublishReport } from './services/publisher.js';
import type { ServiceState } from './services/service-state.js';
import { TimedOut, withTimeout } from './services/timeout.js';
import { contentOf, isStreamed, type Answer, type StreamedHttpAnswer } from './transports/http/answer.js';
import { BodyBudget } from './transports/http/body-budget.js';
import { readCodedTags } from './transports/http/compression/apply-coding.js';
import { sendAnswer, sendStreamedAnswer, type SendOptions } from './transports/http/send-answer.js';
import { describeStream, hasClientLeft, type StreamEnd } from './transports/http/send-stream.js';
import { answerUnknownService, EMPTY_ERROR } from './transports/http/unknown-service.js';
import type { Handled } from './transports/transport.js';
import { transports } from './transports/transports.js';
import { Visit, type Arrival, type Incoming, type VisitPorts } from './visit.js';

/** Characters of a name that a client made up. */
const LOGGED_NAME = 200;

/** The requests that wait in a gateway. */
export interface GatewayLoad {
  /** Requests that wait for their answer. */
  readonly waitingRequests: number;
  /** Requests that are not yet written to the debug log. */
  readonly debugRequests: number;
  /** Bytes that these take. */
  readonly debugBytes: number;
}

/**
 * Serves web services: a plain request listener that also works as Express middleware in any app. What it does not serve
 * goes to `next`.
 */
export class Gateway {
  readonly #dependencies: GatewayDependencies;
  readonly #publisher: Publisher;
  readonly #recorder: Recorder;
  readonly #observer: Observer;
  readonly #bodies: BodyBudget;
  readonly #visitPorts: VisitPorts;
  readonly #overload: Overload;
  readonly #underWay = new Set<ExchangeInfo>();

  constructor(dependencies: GatewayDependencies) {
    this.#dependencies = dependencies;
    const { definitionBytes } = dependencies.limits;
    this.#publisher = new Publisher({ registry: dependencies.operations, transports }, definitionBytes);
    this.#overload = new Overload(dependencies.limits.waitingRequests);
    this.#bodies = new BodyBudget(dependencies.limits.bodies);
    const { operations, limits, cookieName, openMcpEndpoint } = dependencies;
    const endpoints = openMcpEndpoint && new McpEndpoints(openMcpEndpoint);
    this.#visitPorts = {
      ports: dependencies,
      operations,
      limits: limits.reading,
      cookieName,
      endpoints,
      logger: dependencies.logger,
    };
    this.#recorder = new Recorder(dependencies);
    this.#observer = new Observer([this.#recorder.listen, ...dependencies.listeners], dependencies.logger);
  }

  /** Reads what has changed, so that {@link publish} takes no time even with large definitions. */
  prepare(records: readonly ServiceRecord[]): Promise<void> {
    return this.#publisher.prepare(records);
  }

  /** Swaps what is served as a whole. Requests that are under way end in the version they began with. */
  publish(records: readonly ServiceRecord[]): PublishReport {
    return this.#publisher.publish(records);
  }

  services(): readonly CompiledService[] {
    return this.#publisher.table.services;
  }

  /** The states of all records of the last publish, including those that are not served. */
  states(): readonly ServiceState[] {
    return this.#publisher.states;
  }

  get droppedDebuggerEntries(): number {
    return this.#recorder.dropped;
  }

  /** The requests that are not over yet, the oldest first. */
  get underWay(): Iterable<RunningRequest> {
    return this.#underWay;
  }

  /** How much of it waits now. */
  get load(): GatewayLoad {
    const { requests, bytes } = this.#recorder.waiting;
    return { waitingRequests: this.#overload.waiting, debugRequests: requests, debugBytes: bytes };
  }

  /** The request listener. */
  readonly handle = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void => {
    const located = locateService(this.#publisher.table, request.url ?? '/');
    if (located === undefined) next();
    else void this.#serve(request, response, located);
  };

  /** Resolves when all requests have been answered and their debugger entries are written. */
  async drain(): Promise<void> {
    await Promise.all([...this.#underWay].map(({ over }) => over));
    await this.#recorder.flush();
  }

  async #serve(request: IncomingMessage, response: ServerResponse, located: Located): Promise<void> {
    const { now, remoteAddress } = this.#dependencies;
    const { socket } = request;
    const info = new ExchangeInfo({
      communicationID: randomUUID().replaceAll('-', ''),
      time: now(),
      service: located.service?.transport === undefined ? undefined : located.service,
      path: located.path,
      request,
      response,
      remoteAddress: remoteAddress(request),
    });
    this.#underWay.add(info);
    let record: DebuggerEntry | undefined;
    try {
      record = await this.#answer({ info, request, response, located });
    } catch (error) {
      this.#giveUp(response, error);
    }
    // A slow client keeps no more of its request in memory than this.
    onceClosed(response, socket, () => {
      this.#underWay.delete(info);
      this.#observer.notify(info.finish(record));
    });
  }

  /** @returns what the debug log keeps of the request */
  async #answer({ info, request, response, located }: Arrival): Promise<DebuggerEntry | undefined> {
    const { service } = located;
    if (service?.transport === undefined) {
      this.#answerUnknown({ info, request, response, located });
      return undefined;
    }
    const incoming: Incoming = { info, request, response, located, service, transport: service.transport };
    if (this.#overload.isFull) {
      this.#turnAway(incoming);
      return undefined;
    }
    const visit = this.#begin(incoming);
    try {
      const handled = await this.#handle(visit);
      const { answer } = handled;
      const options = sendOptionsOf(visit, handled);
      if (isStreamed(answer)) await this.#stream(visit, answer, options);
      else this.#send(visit, answer, options);
      info.bytesReceived = visit.share.received;
      return this.#recorder.close(service, info, visit.trace);
    } finally {
      visit.share.close();
    }
  }

  /** An answer that could not be sent must not end the process: its client loses the connection, the log has the reason. */
  #giveUp(response: ServerResponse, error: unknown): void {
    this.#dependencies.logger.error('a request could not be answered', { error });
    if (!response.writableEnded) response.destroy();
  }

  /** Before anything is made or recorded for the request: a process that has too much to do does not do more. */
  #turnAway(incoming: Incoming): void {
    const { info, request, service, transport } = incoming;
    const { id } = info;
    const failure = new Overloaded();
    info.errorCode = failure.code;
    this.#dependencies.logger.warn(failure.message, { service: service.name });
    const headers = transport.headersOf(undefined, request);
    sendAnswer(incoming, transport.answerFailure(failure, id), { requestID: id, headers });
  }

  #begin(incoming: Incoming): Visit {
    const { info, request, located, service } = incoming;
    const trace = this.#recorder.begin({ service, request, info, query: located.query });
    readCodedTags(request.headers);
    const parts = { trace, share: this.#bodies.open(info.remoteAddress), place: this.#overload.place() };
    return new Visit(incoming, parts, this.#visitPorts);
  }

  async #handle(visit: Visit): Promise<Handled> {
    const { service, transport, info, trace } = visit;
    try {
      if (service.rateLimit !== undefined) await service.rateLimit(info.remoteAddress);
      return await withTimeout(transport.handle(visit), this.#secondsOf(service), info);
    } catch (reason) {
      const failure = reason instanceof Failure ? reason : unexpectedFailure(info, reason);
      const { cause } = failure;
      info.errorCode = failure.code;
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

  #logTimeout({ info, service }: Visit, { seconds }: TimedOut): void {
    this.#dependencies.logger.warn('a request timed out', {
      requestId: info.id,
      service: service.name,
      operation: info.operation,
      seconds,
    });
  }

  /** Details that the caller does not learn. */
  #log(failure: Failure, visit: Visit): void {
    const { service, info } = visit;
    const { cause } = failure;
    if (failure instanceof TimedOut) this.#logTimeout(visit, failure);
    if (failure.code !== 'Gateway.InternalError' && !(cause instanceof Error)) return;
    const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    this.#dependencies.logger.error(`a request failed: ${failure.code}`, {
      requestId: info.id,
      service: service.name,
      reason,
    });
  }

  #send(visit: Visit, answer: Answer, options: SendOptions): void {
    const { trace } = visit;
    sendAnswer(visit, answer, options);
    if (answer.status < 300) trace.debug(subjectOf(answer), () => contentOf(answer));
    else trace.error(subjectOf(answer), () => contentOf(answer));
  }

  async #stream(visit: Visit, answer: StreamedHttpAnswer, options: SendOptions): Promise<void> {
    const end = await sendStreamedAnswer(visit, answer, options);
    this.#logStream(visit, end);
    visit.trace.debug(subjectOf(answer), () => describeStream(answer.stream, end));
  }

  /** A client that leaves is its own business; a stream that fails is the operation's. */
  #logStream({ info, trace, service }: Visit, end: StreamEnd): void {
    const { bytes, failure } = end;
    if (failure === undefined || hasClientLeft(end)) return;
    const { id: requestId, operation } = info;
    const fields = { requestId, service: service.name, operation, bytes, reason: failure.message };
    this.#dependencies.logger.error('an answer could not be streamed to its end', fields);
    trace.error('The stream failed', () => failure.message);
  }

  #answerUnknown({ info, request, response, located }: Arrival): void {
    this.#dependencies.logger.warn('a request for a web service that is not served', {
      requestId: info.id,
      service: clip(located.name, LOGGED_NAME),
    });
    info.errorCode = 'Gateway.ServiceUnknown';
    const answer = located.isFamilyURL ? EMPTY_ERROR : answerUnknownService(located.name);
    sendAnswer({ request, response }, answer, { requestID: info.id, headers: [] });
  }
}

function sendOptionsOf({ transport, request, service, info }: Visit, { operation }: Handled): SendOptions {
  const headers = transport.headersOf(operation, request);
  return { requestID: info.id, headers, holdsSecrets: answersSecrets(service, operation) };
}

function subjectOf({ status }: Pick<Answer, 'status'>): string {
  return `Returning provider data to remote system (HTTP Code: ${status})`;
}

export function createGateway(dependencies: GatewayDependencies): Gateway {
  return new Gateway(dependencies);
}

/** Whether the answers of an operation may hold secrets, by the schema of its output. */
function answersSecrets({ operations }: CompiledService, operation: string | undefined): boolean {
  const entry = operation === undefined ? undefined : operations.get(operation);
  return entry !== undefined && 'binding' in entry && entry.answersSecrets;
}
