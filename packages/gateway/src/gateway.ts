import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { clip } from './debugger/cut-text.js';
import { Recorder } from './debugger/recorder.js';
import { ClientLeft, Failure, unexpectedFailure } from './failure.js';
import type { GatewayDependencies } from './gateway-dependencies.js';
import { notifyAll, type FinishedRequestListener } from './observer.js';
import { whenSent, UnsentAnswers } from './transports/http/unsent-answers.js';
import type { DebuggerEntry, ServiceRecord } from './ports.js';
import { HttpRequestInfo, type RunningRequest } from './http-request-info.js';
import { keepEndpoints } from './mcp-endpoint.js';
import { answersSecrets, type CompiledService } from './services/compile-service.js';
import { locateService, type Located } from './services/service-table.js';
import { RequestLimit, Overloaded } from './services/request-limit.js';
import { Publisher, type PublishReport, type ServiceState } from './services/publisher.js';
import { TimedOut, withTimeout } from './services/service-limits.js';
import {
  readAnswerContent,
  isStreamed,
  nameAnswer,
  type Answer,
  type StreamedHttpAnswer,
  answerUnknownService,
  EMPTY_ERROR,
} from './transports/http/answer.js';
import { ByteLimit } from './byte-limit.js';
import { stripCodingFromTags } from './transports/http/compression.js';
import {
  sendAnswer,
  sendStreamedAnswer,
  type SendOptions,
  describeStream,
  type StreamEnd,
} from './transports/http/send-answer.js';
import type { Handled } from './transports/transport.js';
import { transports } from './transports/transports.js';
import { openRequest, type ActiveRequest, type ReceivedRequest, type RoutedRequest } from './active-request.js';

/** Characters logged of the name of an unknown service. */
const LOGGED_NAME = 200;

/** Serves web services: its `handle` is a request listener that also works as Express middleware. Requests for other URLs go to `next`. */
export class Gateway {
  readonly #dependencies: GatewayDependencies;
  readonly #publisher: Publisher;
  /** The server adds the bytes in the buffers of its connections. */
  readonly unsent: UnsentAnswers;
  readonly #recorder: Recorder;
  readonly #listeners: readonly FinishedRequestListener[];
  readonly #bodies: ByteLimit;
  readonly #requestLimit: RequestLimit;
  /** Not a Set: its old tables, which refer to newer ones, keep requests in memory until the next full garbage collection. */
  readonly #running: HttpRequestInfo[] = [];

  constructor(dependencies: GatewayDependencies) {
    const { operations: registry, usualProfile, limits, logger, openMcpEndpoint: open } = dependencies;
    this.#dependencies = { ...dependencies, openMcpEndpoint: open && keepEndpoints(open) };
    this.#publisher = new Publisher({ registry, transports }, { mostBytes: limits.definitionBytes, usualProfile });
    this.#requestLimit = new RequestLimit(limits.waitingRequests ?? Infinity);
    this.#bodies = new ByteLimit(limits.bodies);
    this.unsent = new UnsentAnswers(limits.answers ?? Infinity, logger);
    this.#recorder = new Recorder(dependencies);
    this.#listeners = [this.#recorder.listen, ...dependencies.listeners];
  }

  /** Reads the definitions that changed, so that {@link publish} is quick even with large ones. */
  prepare(records: readonly ServiceRecord[]): Promise<void> {
    return this.#publisher.prepare(records);
  }

  /** Replaces all services at once. Running requests end in the version in which they began. */
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
    return this.#recorder.queue.dropped;
  }

  /** The running requests, oldest first. */
  get underWay(): Iterable<RunningRequest> {
    return this.#running;
  }

  /** Requests that wait for their answer, and records that are not yet in the debug log. */
  get load() {
    const { requests, bytes } = this.#recorder.queue.waiting;
    return { waitingRequests: this.#requestLimit.waiting, debugRequests: requests, debugBytes: bytes };
  }

  readonly handle = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void => {
    const located = locateService(this.#publisher.table, request.url ?? '/');
    if (located === undefined) next();
    else void this.#serve(request, response, located);
  };

  /** Resolves when all requests have been answered and their debugger entries have been written. */
  async drain(): Promise<void> {
    await Promise.all(this.#running.map(({ over }) => over));
    await this.#recorder.flush();
  }

  async #serve(request: IncomingMessage, response: ServerResponse, located: Located): Promise<void> {
    const { now, remoteAddress } = this.#dependencies;
    const { socket } = request;
    const info = new HttpRequestInfo({
      communicationID: randomUUID().replaceAll('-', ''),
      time: now(),
      service: located.service?.transport === undefined ? undefined : located.service,
      path: located.path,
      request,
      response,
      remoteAddress: remoteAddress(request),
    });
    this.#running.push(info);
    let record: DebuggerEntry | undefined;
    try {
      record = await this.#answer({ info, request, response, located });
    } catch (error) {
      // An answer that cannot be sent must not end the process: the connection is closed, and the reason is logged.
      this.#dependencies.logger.error('a request could not be answered', { error });
      if (!response.writableEnded) response.destroy();
    }
    // Nothing else stays in memory while a slow client reads its answer.
    whenSent(response, socket, () => {
      this.unsent.release(response);
      this.#running.splice(this.#running.indexOf(info), 1);
      notifyAll(this.#listeners, info.finish(record), this.#dependencies.logger);
    });
  }

  /** @returns the entry for the debug log */
  async #answer({ info, request, response, located }: ReceivedRequest): Promise<DebuggerEntry | undefined> {
    const { service } = located;
    if (service?.transport === undefined) {
      this.#answerUnknown({ info, request, response, located });
      return undefined;
    }
    const routed: RoutedRequest = { info, request, response, located, service, transport: service.transport };
    if (this.#requestLimit.isFull) {
      this.#refuseOverload(routed);
      return undefined;
    }
    const active = this.#begin(routed);
    try {
      const handled = await this.#handle(active);
      const { answer, operation } = handled;
      const headers = active.transport.makeHeaders(operation, request);
      const options = { requestID: info.id, headers, holdsSecrets: answersSecrets(service, operation) };
      if (isStreamed(answer)) await this.#stream(active, answer, options);
      else this.#send(active, answer, options);
      info.bytesReceived = active.reservation.held();
      return this.#recorder.close(service, info, active.trace);
    } finally {
      active.reservation.release();
    }
  }

  /** Called before anything is created or recorded for the request, to save work. */
  #refuseOverload(routed: RoutedRequest): void {
    const { info, request, service, transport } = routed;
    const { id } = info;
    const failure = new Overloaded();
    info.errorCode = failure.code;
    this.#dependencies.logger.warn(failure.message, { service: service.name });
    const headers = transport.makeHeaders(undefined, request);
    sendAnswer(routed, transport.answerFailure(failure, id, request), { requestID: id, headers });
  }

  #begin(routed: RoutedRequest): ActiveRequest {
    const { info, request, located, service } = routed;
    const trace = this.#recorder.begin(service, info, { request, query: located.query });
    stripCodingFromTags(request.headers);
    const parts = { trace, reservation: this.#bodies.open(info.remoteAddress), slot: this.#requestLimit.createSlot() };
    return openRequest(routed, parts, this.#dependencies);
  }

  async #handle(active: ActiveRequest): Promise<Handled> {
    const { service, transport, info, trace } = active;
    try {
      if (service.rateLimit !== undefined) await service.rateLimit(info.remoteAddress);
      const seconds = service.options.transport.timeout ?? this.#dependencies.limits.timeout;
      return await withTimeout(transport.handle(active), seconds, info);
    } catch (reason) {
      const failure = reason instanceof Failure ? reason : unexpectedFailure(info, reason);
      const { cause } = failure;
      info.errorCode = failure.code;
      this.#log(failure, active);
      // The reason is in the debug log, but not in the answer.
      trace.error(failure.message, () => (cause instanceof Error ? cause.message : undefined));
      return { answer: transport.answerFailure(failure, info.id, active.request), operation: undefined };
    } finally {
      active.slot.release();
    }
  }

  /** Logs the details that the caller does not get. */
  #log(failure: Failure, { service, info }: ActiveRequest): void {
    const { logger } = this.#dependencies;
    const { cause } = failure;
    const named = { requestId: info.id, service: service.name };
    if (failure instanceof TimedOut)
      logger.warn('a request timed out', { ...named, operation: info.operation, seconds: failure.seconds });
    if (failure.code !== 'Gateway.InternalError' && !(cause instanceof Error)) return;
    const reason = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    logger.error(`a request failed: ${failure.code}`, { ...named, reason });
  }

  #send(active: ActiveRequest, answer: Answer, options: SendOptions): void {
    const { trace, response } = active;
    this.unsent.expect(response, answer.body);
    sendAnswer(active, answer, options);
    // `headersSent` is false for a compressed answer, which is sent later.
    if (response.destroyed && !response.headersSent) this.#recordCut(active);
    if (answer.status < 300) trace.debug(nameAnswer(answer), () => readAnswerContent(answer));
    else trace.error(nameAnswer(answer), () => readAnswerContent(answer));
  }

  async #stream(active: ActiveRequest, answer: StreamedHttpAnswer, options: SendOptions): Promise<void> {
    const end = await sendStreamedAnswer(active, answer, options);
    this.#logStream(active, end);
    if (end.hasClientLeft) this.#recordCut(active);
    active.trace.debug(nameAnswer(answer), () => describeStream(answer.stream, end));
  }

  /** A failed stream is logged; a client that disconnects is not. */
  #logStream({ info, trace, service }: ActiveRequest, end: StreamEnd): void {
    const { bytes, failure, hasClientLeft } = end;
    if (failure === undefined || hasClientLeft) return;
    info.errorCode = 'Gateway.InternalError';
    const { id: requestId, operation } = info;
    const fields = { requestId, service: service.name, operation, bytes, reason: failure.message };
    this.#dependencies.logger.error('an answer could not be streamed to its end', fields);
    trace.error('The stream failed', () => failure.message);
  }

  /** The client has disconnected before it had the whole answer. */
  #recordCut({ info, trace }: ActiveRequest): void {
    const { code, message } = new ClientLeft();
    info.errorCode ??= code;
    trace.error(message);
  }

  #answerUnknown({ info, request, response, located }: ReceivedRequest): void {
    const named = { requestId: info.id, service: clip(located.name, LOGGED_NAME) };
    this.#dependencies.logger.warn('a request for a web service that is not served', named);
    info.errorCode = 'Gateway.ServiceUnknown';
    const answer = located.isFamilyURL ? EMPTY_ERROR : answerUnknownService(located.name);
    sendAnswer({ request, response }, answer, { requestID: info.id, headers: [] });
  }
}
