import type { IncomingMessage, ServerResponse } from 'node:http';

import { dispatchCall } from './dispatch/dispatch-call.js';
import type { GatewayDependencies } from './gateway-dependencies.js';
import type { HttpRequestInfo } from './http-request-info.js';
import type { CompiledService } from './services/compile-service.js';
import type { Located } from './services/service-table.js';
import type { RequestSlot } from './services/request-limit.js';
import type { DispatchResult, Exchange, OperationRequest, ServiceTransport } from './transports/transport.js';

/** A request whose service may not exist. */
export interface ReceivedRequest {
  readonly info: HttpRequestInfo;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly located: Located;
}

/** A request for an existing service. */
export interface RoutedRequest extends ReceivedRequest {
  readonly service: CompiledService;
  readonly transport: ServiceTransport;
}

export type ActiveRequest = ReturnType<typeof openRequest>;

/** A request for both its transport and its call: one object, because each request creates one. */
export function openRequest(
  { request, response, info, service, transport, located: { path, query } }: RoutedRequest,
  { trace, reservation, slot }: Pick<Exchange, 'trace' | 'reservation'> & { readonly slot: RequestSlot },
  dependencies: GatewayDependencies,
) {
  const { limits, openMcpEndpoint } = dependencies;
  const { reading } = limits;
  const active = {
    request,
    response,
    info,
    service,
    transport,
    path,
    query,
    trace,
    reservation,
    slot,
    limits: reading,
    mappingCharacters: reading.mappingCharacters,
    cookieName: dependencies.cookieName,
    logger: dependencies.logger,
    ports: dependencies,
    operations: dependencies.operations,
    openMcpEndpoint: openMcpEndpoint && (() => openMcpEndpoint(service)),
    describe: async () => dependencies.describe?.(service, request),
    isChecked(operation: string): boolean {
      return service.operations.get(operation)?.registered?.operation.checks === 'schema';
    },
    dispatch(call: OperationRequest): Promise<DispatchResult> {
      slot.acquire();
      return dispatchCall(call, active);
    },
  };
  return active;
}
