import type { Caller, OperationContext, OperationType } from '@ticketgate/sdk';

import type { Trace } from '../debugger/trace.js';
import type { OperationPorts } from '../ports.js';
import type { CompiledService } from '../services/compiled-service.js';
import type { RequestState } from './dispatch-context.js';
import { OperationCall } from './operation-call.js';
import type { OperationRegistry } from './operation-registry.js';

/** Work in a web service that no client has asked for: an event has, or an administrator. */
export interface SystemWork {
  readonly service: CompiledService;
  /** The operation or invoker, by its entry in the definition. */
  readonly entry: {
    readonly name: string;
    readonly type: OperationType;
    readonly options: Readonly<Record<string, unknown>>;
  };
  /** The id of its lines in the log. */
  readonly id: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly trace: Trace;
}

export interface SystemWorkPorts {
  readonly ports: OperationPorts;
  readonly operations: OperationRegistry;
}

/** The context of such work: that of an operation, with a caller of its own. */
export function systemContext(work: SystemWork, { ports, operations }: SystemWorkPorts): OperationContext<never> {
  const { service, entry, trace, caller } = work;
  const { profile, answer, times, collapseSingleItem } = service.options;
  const binding = {
    ...{ webService: { id: service.id, name: service.name }, ...entry, profile, answer, times, collapseSingleItem },
    customersMay: undefined,
  };
  const info = new SystemRequest(work);
  const surroundings = { service, info, trace, ports, operations, mappingCharacters: Infinity };
  const scope = new OperationCall({
    ...{ surroundings, binding, incoming: NOTHING_INCOMING, input: {}, credentials: {}, headers: {}, depth: 0 },
  });
  return ports.createContext(scope, { authenticate: () => Promise.resolve(caller) });
}

const NOTHING_INCOMING = {
  operation: '',
  data: {},
  texts: undefined,
  idempotencyKey: undefined,
  isProbe: false,
  readCredentials: () => ({}),
  findIgnoredCredentials: () => [],
  readHeader: () => undefined,
};

class SystemRequest implements RequestState {
  readonly id: string;
  readonly method = 'POST';
  readonly remoteAddress = '127.0.0.1';
  readonly userAgent = 'Ticketgate';
  readonly signal: AbortSignal;
  caller: Caller | undefined;
  errorCode: string | undefined;
  readonly #controller = new AbortController();

  constructor({ id, caller, signal }: SystemWork) {
    this.id = id;
    this.caller = caller;
    this.signal = AbortSignal.any([signal, this.#controller.signal]);
  }

  abort(): void {
    this.#controller.abort();
  }
}
