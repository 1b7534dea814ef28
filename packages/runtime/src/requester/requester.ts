import { randomUUID } from 'node:crypto';
import {
  systemContext,
  Trace,
  type CompiledService,
  type DebuggerEntry,
  type OperationPorts,
  type OperationRegistry,
} from '@ticketgate/gateway';
import { callInvoker, Connections, InvokerTypes, type CallResult, type InvokerCall } from '@ticketgate/requester';
import type { Caller, OperationType } from '@ticketgate/sdk';

import type { System } from '../system/open-system.js';
import { version } from '../version.js';
import { reachableHosts } from './reachable-hosts.js';
import { entryOf } from './requester-entry.js';

/** The system itself, which calls invokers. */
const SYSTEM: Caller = { type: 'User', userID: 1, login: 'root@localhost' };

/** A call of an invoker of a web service. */
export interface RequesterCall extends Pick<
  InvokerCall,
  'invoker' | 'data' | 'signal' | 'headers' | 'past' | 'isDryRun'
> {
  readonly service: CompiledService;
}

export interface RequesterResult extends CallResult {
  /** For the debug log; undefined when its threshold keeps nothing of the call. */
  readonly entry: DebuggerEntry | undefined;
}

/** Calls invokers of web services. */
export class Requester {
  readonly types: InvokerTypes;
  readonly #system: System;
  readonly #ports: OperationPorts;
  readonly #operations: OperationRegistry;
  readonly #connections: Connections;

  constructor(system: System, operations: OperationRegistry, ports: OperationPorts) {
    this.types = new InvokerTypes(system.plugins.flatMap(({ invokers = [] }) => invokers));
    this.#system = system;
    this.#ports = ports;
    this.#operations = operations;
    this.#connections = new Connections(reachableHosts(system.configuration));
    system.closing.add('the connections of invokers', () => this.#connections.close());
  }

  /** A service in test mode sends nothing. */
  async call({ service, ...call }: RequesterCall): Promise<RequesterResult> {
    const communicationID = randomUUID().replaceAll('-', '');
    const { requester } = service.webService;
    const trace = this.#traceOf(service);
    if (requester === undefined) throw new Error(`The web service "${service.name}" has no Requester.`);
    const start = performance.now();
    const result = await callInvoker(
      { ...call, isDryRun: call.isDryRun === true || service.debugger.testMode, requester, trace },
      {
        types: this.types,
        connections: this.#connections,
        userAgent: `Ticketgate/${version}`,
        contextOf: ({ name, type, options }) =>
          systemContext(
            // A type that is known has the form of one.
            {
              service,
              entry: { name, type: type as OperationType, options },
              id: communicationID,
              ...WHO,
              ...call,
              trace,
            },
            { ports: this.#ports, operations: this.#operations },
          ),
        now: () => this.#system.now(),
        formatTime: this.#system.formatTime,
      },
    );
    const { maxTextLength } = this.#system.configuration.debugLog;
    const made = {
      communicationID,
      service,
      invoker: call.invoker,
      time: this.#system.now(),
      trace,
      textLength: maxTextLength,
    };
    return { ...result, entry: entryOf({ ...made, result, milliseconds: performance.now() - start }) };
  }

  #traceOf({ debugger: options, webService: { requester } }: CompiledService): Trace {
    const { isAttached } = this.#system;
    const surroundings = { now: () => this.#system.now(), indent: isAttached ? HOST_INDENT : 0 };
    const trace = new Trace(options, { ...surroundings, describeRequest: () => undefined });
    if (requester?.transport.kind === 'rest') {
      const { basicAuth, proxy } = requester.transport.rest;
      trace.addSecrets([{ Password: basicAuth?.password }, { Password: proxy?.password }]);
    }
    return trace;
  }
}

const WHO = { caller: SYSTEM };
/** A host's viewer shows contents as they are stored. */
const HOST_INDENT = 2;
