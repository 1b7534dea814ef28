import type { IncomingMessage } from 'node:http';
import type { Data, RequestSummary } from '@ticketgate/sdk';

import type { GatewayDependencies } from '../gateway-dependencies.js';
import type { DebuggerEntry } from '../ports.js';
import type { FinishedRequest, HttpRequestInfo } from '../http-request-info.js';
import type { CompiledService } from '../services/compile-service.js';
import { Debugger } from './debugger.js';
import { FailureLimits } from './failure-limits.js';
import { Trace } from './trace.js';

/** Samples the requests of each service: with a share of 0.1, every tenth. */
function sampling() {
  const dueOf = new Map<string, number>();
  /** Whether the next request of a service is sampled. */
  return (service: string, share: number): boolean => {
    if (share >= 1) return true;
    const due = (dueOf.get(service) ?? 0) + share;
    // Sums of 0.1 are not exact.
    const isDue = due > 1 - 1e-9;
    dueOf.set(service, isDue ? due - 1 : due);
    return isDue;
  };
}

const EVERYTHING = { threshold: 'debug', testMode: false } as const;

export interface RecordedRequest {
  readonly service: CompiledService;
  readonly request: IncomingMessage;
  readonly info: HttpRequestInfo;
  readonly query: string;
}

/** Records requests for the debug log while they run, and queues the entries when they have ended. */
export class Recorder {
  readonly #dependencies: GatewayDependencies;
  readonly #debugger: Debugger;
  readonly #failures: FailureLimits;
  readonly #isSampled = sampling();

  constructor(dependencies: GatewayDependencies) {
    this.#dependencies = dependencies;
    const { debuggerSink, logger, limits, now } = dependencies;
    this.#debugger = new Debugger(debuggerSink, logger, limits.debugLog);
    this.#failures = new FailureLimits({ ...limits.debugLog, logger, now, add: (entry) => this.#debugger.add(entry) });
  }

  get dropped(): number {
    return this.#debugger.dropped;
  }

  get waiting(): Debugger['waiting'] {
    return this.#debugger.waiting;
  }

  begin({ service, request, info, query }: RecordedRequest): Trace {
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

  /** The entry of an answered request; undefined if it is not sampled, or one of too many failures. */
  close(service: CompiledService, info: HttpRequestInfo, trace: Trace): DebuggerEntry | undefined {
    if (trace.isEmpty) return undefined;
    const { hasFailed } = trace;
    if (!hasFailed && !this.#isDue(service)) return undefined;
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

  #isDue({ name, options }: CompiledService): boolean {
    return this.#dependencies.recordsAll === true || this.#isSampled(name, options.debug.sample);
  }

  readonly listen = (request: FinishedRequest): void => {
    const { record } = request;
    if (record !== undefined) this.#debugger.add({ ...record, summary: summarizeRequest(request, record) });
  };

  /** Resolves when everything so far has been written. */
  async flush(): Promise<void> {
    this.#failures.report();
    await this.#debugger.flush();
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

type KindParts = Pick<FinishedRequest, 'operation' | 'method' | 'status' | 'errorCode' | 'caller'>;

function pickKind({ operation, method, status, errorCode, caller }: KindParts) {
  return { operation, method, status, errorCode, caller: caller?.login, apiKey: caller?.apiKey };
}

/** Describes a failed request. */
function toLogged({ method, url, remoteAddress, operation, caller }: HttpRequestInfo): Data {
  const who = caller === undefined ? 'nobody was authenticated' : `${CALLERS[caller.type]} ${caller.login}`;
  return { Method: method, URL: url, RemoteAddress: remoteAddress, Operation: operation ?? 'none', Caller: who };
}

const CALLERS = { User: 'agent', Customer: 'customer' } as const;
