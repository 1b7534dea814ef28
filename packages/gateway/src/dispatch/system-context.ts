import type { Caller, OperationBinding, OperationContext } from '@ticketgate/sdk';

import type { Trace } from '../debugger/trace.js';
import { bindOperation, type CompiledService } from '../services/compile-service.js';
import { internalRequest, type DispatchContext } from './dispatch-context.js';
import { operationCall } from './operation-call.js';

/** Work in a web service that an event or an administrator started, not a client. */
export interface SystemWork {
  readonly service: CompiledService;
  /** The operation or invoker in the definition. */
  readonly callee: Pick<OperationBinding, 'name' | 'type' | 'options'>;
  /** The id in its lines of the log. */
  readonly id: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly trace: Trace;
  /** Depth of nested invoker calls, including this one. */
  readonly callDepth?: number | undefined;
}

type SystemParts = Pick<DispatchContext, 'ports' | 'operations'>;

export function systemContext(work: SystemWork, { ports, operations }: SystemParts): OperationContext<never> {
  const { service, callee, id, trace, caller, signal, callDepth } = work;
  const binding = bindOperation(callee, { id: service.id, name: service.name, gateway: service.options });
  const info = internalRequest({ id, method: 'POST', userAgent: 'Ticketgate', caller, signal });
  const surroundings = { service, info, trace, ports, operations, mappingCharacters: Infinity };
  const incoming = { operation: callee.name, data: {}, texts: undefined, readCredentials: () => ({}) };
  const scope = operationCall({ surroundings, binding, incoming, input: {} });
  return ports.createContext(scope, { authenticate: () => Promise.resolve(caller), callDepth });
}
