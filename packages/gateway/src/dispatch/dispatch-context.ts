import type { Caller, Logger, RequestInfo } from '@ticketgate/sdk';

import type { Trace } from '../debugger/trace.js';
import type { OperationPorts } from '../ports.js';
import type { CompiledService } from '../services/compile-service.js';
import type { OperationRegistry } from './operation-registry.js';

/** The request of a call, with facts that become known while it runs. */
export interface RequestState extends RequestInfo {
  caller: Caller | undefined;
  errorCode: string | undefined;
  /** Tells the operation to stop. */
  abort(): void;
}

/** Everything about a call except the request as its transport has read it. */
export interface DispatchContext {
  readonly service: CompiledService;
  readonly info: RequestState;
  readonly trace: Trace;
  /** Missing in work that no request started. */
  readonly logger?: Logger;
  readonly ports: OperationPorts;
  /** All operations of plugins, including those that the service does not offer. */
  readonly operations: OperationRegistry;
  /** Characters that the inbound mapping may compare with its patterns. */
  readonly mappingCharacters: number;
}

type InternalRequestParts = Pick<RequestState, 'id' | 'method' | 'userAgent'> &
  Partial<Pick<RequestState, 'caller' | 'signal'>>;

/** A request without a connection, for work started by an event or an administrator. */
export function internalRequest({ id, method, userAgent, caller, signal }: InternalRequestParts): RequestState {
  const controller = new AbortController();
  const own = controller.signal;
  return {
    id,
    method,
    userAgent,
    remoteAddress: '127.0.0.1',
    caller,
    errorCode: undefined,
    signal: signal === undefined ? own : AbortSignal.any([signal, own]),
    abort: () => controller.abort(),
  };
}
