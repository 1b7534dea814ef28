import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@ticketgate/sdk';

import type { McpEndpoint, OpenMcpEndpoint } from './mcp-endpoint.js';
import type { Trace } from './debugger/trace.js';
import type { DispatchContext } from './dispatch/dispatch-context.js';
import { dispatchCall } from './dispatch/dispatch-call.js';
import type { OperationRegistry } from './dispatch/operation-registry.js';
import type { GatewayDependencies } from './gateway-dependencies.js';
import type { OperationPorts } from './ports.js';
import type { HttpRequestInfo } from './http-request-info.js';
import type { CompiledService } from './services/compile-service.js';
import type { Located } from './services/service-table.js';
import type { LoadSlot } from './services/load-limiter.js';
import type { BodyReservation } from './transports/http/body-budget.js';
import type { ReadingLimits } from './transports/http/reading-limits.js';
import type { DispatchResult, Exchange, OperationRequest, ServiceTransport } from './transports/transport.js';

/** A request whose service may not exist. */
export interface ReceivedRequest {
  readonly info: HttpRequestInfo;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly located: Located;
}

/** A request for a service that is served. */
export interface RoutedRequest extends ReceivedRequest {
  readonly service: CompiledService;
  readonly transport: ServiceTransport;
}

/** The parts of the gateway that all requests share. */
export interface SharedParts {
  readonly dependencies: GatewayDependencies;
  readonly openMcpEndpoint: OpenMcpEndpoint | undefined;
}

/** The parts that are created for one request. */
export interface RequestParts {
  readonly trace: Trace;
  readonly reservation: BodyReservation;
  readonly slot: LoadSlot;
}

/** A request in progress, as its transport and its call see it. It is one object for both, because each request creates one. */
export class ActiveRequest implements Exchange, DispatchContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly info: HttpRequestInfo;
  readonly service: CompiledService;
  readonly transport: ServiceTransport;
  readonly path: string;
  readonly query: string;
  readonly trace: Trace;
  readonly reservation: BodyReservation;
  readonly slot: LoadSlot;
  readonly limits: ReadingLimits;
  readonly mappingCharacters: number;
  readonly cookieName: string;
  readonly logger: Logger;
  readonly ports: OperationPorts;
  readonly operations: OperationRegistry;
  readonly #shared: SharedParts;

  constructor(routed: RoutedRequest, { trace, reservation, slot }: RequestParts, shared: SharedParts) {
    this.request = routed.request;
    this.response = routed.response;
    this.info = routed.info;
    this.service = routed.service;
    this.transport = routed.transport;
    this.path = routed.located.path;
    this.query = routed.located.query;
    this.trace = trace;
    this.reservation = reservation;
    this.slot = slot;
    const { dependencies } = shared;
    this.limits = dependencies.limits.reading;
    this.mappingCharacters = this.limits.mappingCharacters;
    this.cookieName = dependencies.cookieName;
    this.logger = dependencies.logger;
    this.ports = dependencies;
    this.operations = dependencies.operations;
    this.#shared = shared;
  }

  get openMcpEndpoint(): (() => Promise<McpEndpoint>) | undefined {
    const { openMcpEndpoint: open } = this.#shared;
    return open && (() => open(this.service));
  }

  async describe(): Promise<string | undefined> {
    return this.#shared.dependencies.describe?.(this.service, this.request);
  }

  isChecked(operation: string): boolean {
    const bound = this.service.operations.get(operation);
    return bound !== undefined && 'registered' in bound && bound.registered.operation.checks === 'schema';
  }

  dispatch(call: OperationRequest): Promise<DispatchResult> {
    this.slot.acquire();
    return dispatchCall(call, this);
  }
}
