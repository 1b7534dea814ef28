import type { Data, RequestSummary } from '@ticketgate/sdk';

import type { GatewayDependencies } from '../gateway-dependencies.js';
import type { DebuggerEntry } from '../ports.js';
import type { FinishedRequest, HttpRequestInfo } from '../http-request-info.js';
import type { CompiledService } from '../services/compile-service.js';
import type { Exchange } from '../transports/transport.js';
import { Debugger } from './debugger.js';
import { FailureLimits } from './failure-limits.js';
import { Trace } from './trace.js';

const EVERYTHING = { threshold: 'debug', testMode: false } as const;

/** Records requests for the debug log while they run, and queues the entries when they have ended. */
export class Recorder {
  readonly #dependencies: GatewayDependencies;
  readonly queue: Debugger;
  readonly #failures: FailureLimits;

  constructor(dependencies: GatewayDependencies) {
    this.#dependencies = dependencies;
    const { debuggerSink, logger, limits, now } = dependencies;
    this.queue = new Debugger(debuggerSink, logger, limits.debugLog);
    this.#failures = new FailureLimits({ ...limits.debugLog, logger, now, add: (entry) => this.queue.add(entry) });
  }

  begin(
    service: CompiledService,
    info: HttpRequestInfo,
    { request, query }: Pick<Exchange, 'request' | 'query'>,
  ): Trace {
    const { now, debuggerSink, recordsAll } = this.#dependencies;
    const describeRequest = () => toLogged(info);
    const options = recordsAll === true ? { ...service.debugger, ...EVERYTHING } : service.debugger;
    const trace = new Trace(options, { now, indent: debuggerSink.indent, describeRequest });
    trace.addSecrets(request.headers);
    trace.addQuery(query);
    trace.debug('Communication sequence started', () => ({
      Method: info.method,
      URL: request.url,
      RemoteAddress: info.remoteAddress,
      Headers: request.headers,
    }));
    return trace;
  }

  /** The entry of an answered request; undefined if nothing is recorded, or there were too many failures. */
  close(service: CompiledService, info: HttpRequestInfo, trace: Trace): DebuggerEntry | undefined {
    if (trace.isEmpty) return undefined;
    const { hasFailed } = trace;
    if (hasFailed && !this.#failures.admit({ type: 'Provider', service, summary: pickKind(info) })) return undefined;
    const isUnauthenticated = info.caller === undefined && hasFailed;
    const { maxTextLength, maxUnauthenticatedTextLength } = this.#dependencies.limits.debugLog;
    const head: Parameters<Trace['finish']>[0] = {
      communicationID: info.communicationID,
      communicationType: 'Provider',
      remoteIP: info.remoteAddress === '' ? undefined : info.remoteAddress,
      webServiceID: service.id,
      time: this.#dependencies.now(),
      path: info.path,
    };
    return trace.finish(head, isUnauthenticated ? maxUnauthenticatedTextLength : maxTextLength);
  }

  readonly listen = (request: FinishedRequest): void => {
    const { record } = request;
    if (record !== undefined) this.queue.add({ ...record, summary: summarizeRequest(request, record) });
  };

  /** Resolves when everything so far has been written. */
  async flush(): Promise<void> {
    this.#failures.report();
    await this.queue.flush();
  }
}

function summarizeRequest(request: FinishedRequest, { communicationID }: DebuggerEntry): RequestSummary {
  const { id, traceparent, milliseconds, bytesReceived, bytesSent } = request;
  return {
    ...pickKind(request),
    requestID: id === communicationID ? undefined : id,
    traceID: traceparent?.split('-')[1],
    milliseconds,
    bytesReceived,
    bytesSent,
  };
}

function pickKind({ operation, method, status, errorCode, caller }: HttpRequestInfo | FinishedRequest) {
  return { operation, method, status, errorCode, caller: caller?.login, apiKey: caller?.apiKey };
}

function toLogged({ method, url, remoteAddress, operation, caller }: HttpRequestInfo): Data {
  const who = caller === undefined ? 'nobody was authenticated' : `${CALLERS[caller.type]} ${caller.login}`;
  return { Method: method, URL: url, RemoteAddress: remoteAddress, Operation: operation ?? 'none', Caller: who };
}

const CALLERS = { User: 'agent', Customer: 'customer' } as const;
