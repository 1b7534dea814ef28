import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@ticketgate/sdk';

import type { McpEndpoint } from './mcp-endpoint.js';
import type { Trace } from './debugger/trace.js';
import type { DispatchContext } from './dispatch/dispatch-context.js';
import { dispatchCall } from './dispatch/dispatch-call.js';
import type { OperationRegistry } from './dispatch/operation-registry.js';
import type { OperationPorts } from './ports.js';
import type { ExchangeInfo } from './request-info.js';
import type { McpEndpoints } from './services/mcp-endpoints.js';
import type { CompiledService } from './services/compiled-service.js';
import type { Located } from './services/locate-service.js';
import type { WaitingPlace } from './services/overload.js';
import type { BodyShare } from './transports/http/body-budget.js';
import type { ReadingLimits } from './transports/http/reading-limits.js';
import type {
  DispatchResult,
  Exchange,
  OperationRequest,
  OperationTraits,
  ServiceTransport,
} from './transports/transport.js';

/** A request for a service that may not exist. */
export interface Arrival {
  readonly info: ExchangeInfo;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly located: Located;
}

/** A request, and what it is for. */
export interface Incoming extends Arrival {
  readonly service: CompiledService;
  readonly transport: ServiceTransport;
}

/** The parts that the gateway lends to every visit. */
export interface VisitPorts {
  readonly ports: OperationPorts;
  readonly operations: OperationRegistry;
  readonly limits: ReadingLimits;
  readonly cookieName: string;
  readonly endpoints: McpEndpoints | undefined;
  readonly logger: Logger;
}

/** The parts that are opened for one visit. */
export interface VisitParts {
  readonly trace: Trace;
  readonly share: BodyShare;
  /** Among the requests that wait for their answer. */
  readonly place: WaitingPlace;
}

/** A request on its way: what its transport and its call see of it. One object for all, since every request makes one. */
export class Visit implements Exchange, DispatchContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly info: ExchangeInfo;
  readonly service: CompiledService;
  readonly transport: ServiceTransport;
  readonly path: string;
  readonly query: string;
  readonly trace: Trace;
  readonly share: BodyShare;
  readonly place: WaitingPlace;
  readonly #ports: VisitPorts;

  constructor(incoming: Incoming, { trace, share, place }: VisitParts, ports: VisitPorts) {
    this.request = incoming.request;
    this.response = incoming.response;
    this.info = incoming.info;
    this.service = incoming.service;
    this.transport = incoming.transport;
    this.path = incoming.located.path;
    this.query = incoming.located.query;
    this.trace = trace;
    this.share = share;
    this.place = place;
    this.#ports = ports;
  }

  get limits(): ReadingLimits {
    return this.#ports.limits;
  }

  get mappingCharacters(): number {
    return this.#ports.limits.mappingCharacters;
  }

  get cookieName(): string {
    return this.#ports.cookieName;
  }

  get logger(): Logger {
    return this.#ports.logger;
  }

  get ports(): OperationPorts {
    return this.#ports.ports;
  }

  get operations(): OperationRegistry {
    return this.#ports.operations;
  }

  get openMcpEndpoint(): (() => Promise<McpEndpoint>) | undefined {
    const { endpoints } = this.#ports;
    return endpoints && (() => endpoints.of(this.service));
  }

  findOperation(name: string): OperationTraits | undefined {
    const entry = this.service.operations.get(name);
    if (entry === undefined || 'missingType' in entry) return undefined;
    return { isChecked: entry.registered.operation.checks === 'schema' };
  }

  dispatch(call: OperationRequest): Promise<DispatchResult> {
    this.place.take();
    return dispatchCall(call, this);
  }
}
