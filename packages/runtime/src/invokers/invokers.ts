import { randomUUID } from 'node:crypto';
import {
  ByteLimit,
  systemContext,
  Trace,
  type CompiledService,
  type DebuggerEntry,
  type OperationPorts,
  type OperationRegistry,
  type SystemWork,
} from '@ticketgate/gateway';
import { isData, isDeclared, type Caller, type Data, type OperationType, type RehearsedEvent } from '@ticketgate/sdk';

import {
  type BearerTokens,
  openTokens,
  callInvoker,
  type Connections,
  openConnections,
  invokerTypes,
  type InvokerTypes,
  plannedRetries,
  signatureHeaders,
  type AnswerLimits,
  type CallParts,
  type CallResult,
  type InvokerCall,
  type TokenConfiguration,
} from './call/index.js';
import { openDebuggerSink, type System } from '../system/open-system.js';
import { readingLimits } from '../configuration/limits-of-gateway.js';
import { version } from '../version.js';
import { reachableHosts } from '../configuration/reachable-hosts.js';
import { makeEntry } from './call-entry.js';
import { resolveSecret, listSecrets, sentCredentials, signKeyIn, withSecrets } from './secrets.js';

/** The caller of all invokers: the system itself. */
const SYSTEM_CALLER: Caller = { type: 'User', userID: 1, login: 'root@localhost' };

/** Bytes of large responses in memory at a time: of all web services, four responses, and of one, two. */
const ANSWERS = { total: 40_000_000, perOwner: 20_000_000 };

export interface ServiceCall extends Pick<
  InvokerCall,
  'invoker' | 'data' | 'signal' | 'headers' | 'past' | 'isAsynchronous' | 'isDryRun' | 'persist'
> {
  readonly service: CompiledService;
  /** Number of nested invoker calls including this one; default 0 for calls that no event has caused. */
  readonly callDepth?: number;
  /** Limits the payloads that the calls of the service hold in memory. */
  readonly memory?: ByteLimit;
}

export interface ServiceCallResult extends CallResult {
  /** The secrets of the web service, as members with secret names, and data that was sent, for masking the result. */
  readonly secrets: readonly Data[];
  readonly milliseconds: number;
  /** For the debug log; undefined if the threshold excludes the call. */
  readonly entry: DebuggerEntry | undefined;
}

/** Makes up an event for the ticket with that number, or for the newest one; undefined if there is none. */
type Rehearser = (
  service: CompiledService,
  number: string | undefined,
  signal: AbortSignal,
) => Promise<RehearsedEvent | undefined>;

export class Invokers {
  readonly types: InvokerTypes;
  readonly #system: System;
  readonly #ports: OperationPorts;
  readonly #operations: OperationRegistry;
  readonly #connections: Connections;
  readonly #answers = new ByteLimit(ANSWERS);
  readonly #tokens: BearerTokens;

  constructor(system: System, operations: OperationRegistry, ports: OperationPorts) {
    this.types = invokerTypes(system.plugins.flatMap(({ invokers = [] }) => invokers));
    this.#system = system;
    this.#ports = ports;
    this.#operations = operations;
    const connections = openConnections(reachableHosts(system.configuration));
    this.#connections = connections;
    this.#tokens = openTokens(connections, giveToken(system), () => system.now());
    system.closing.add('the connections of invokers', () => connections.close());
  }

  /**
   * Calls an invoker. In test mode, nothing is sent.
   *
   * @throws OperationError `Requester.SecretMissing`, `Requester.SecretUnfit`
   */
  async call({ service, memory, callDepth, ...call }: ServiceCall): Promise<ServiceCallResult> {
    const communicationID = randomUUID().replaceAll('-', '');
    const { requester: written } = service.webService;
    if (written === undefined) throw new Error(`The web service "${service.name}" has no Requester.`);
    const requester = withSecrets(written);
    const { signSecret: named } = service.options;
    const signSecret = named === undefined ? undefined : resolveSecret(named);
    const isSecret = (name: string) => service.debugger.secretNames.has(name);
    const configured = listSecrets(requester, { invoker: call.invoker, signSecret, isSecret });
    const trace = this.#openTrace(service, call, configured);
    const isDryRun = call.isDryRun === true || service.debugger.testMode;
    const sign = this.#makeSigner(named, call.headers?.[KEY_HEADER] ?? communicationID);
    const work = { service, id: communicationID, caller: SYSTEM_CALLER, signal: call.signal, trace, callDepth };
    const [answer, payload] = [this.#answers.open(service.name), memory?.open(service.name)];
    const reserve = async (bytes: number) => payload?.wait(bytes);
    const start = performance.now();
    const parts = { ...this.#makeParts(work, answer.wait), reserve };
    const calling = callInvoker({ ...call, isDryRun, sign, requester, trace }, parts);
    const result = await calling.finally(() => {
      payload?.release();
      answer.release();
    });
    const milliseconds = performance.now() - start;
    const sent = result.requests.map(({ request }) => request.remaining);
    const tokens = result.requests.flatMap(({ request }) => sentCredentials(request));
    const secrets = [...configured, ...tokens, ...[call.data, ...sent].filter(isData)];
    trace.addSecrets(secrets);
    const { maxTextLength: textLength } = this.#system.configuration.debugLog;
    const made = { communicationID, service, invoker: call.invoker, time: this.#system.now(), trace, textLength };
    return { ...result, secrets, milliseconds, entry: makeEntry({ ...made, result, milliseconds }) };
  }

  /** Finds what makes up events of that name, or without a name, the data that all events share. */
  findRehearser(event: string | undefined): Rehearser | undefined {
    const plugin = this.#system.plugins.find(
      ({ rehearse, emits = [] }) => rehearse !== undefined && (event === undefined || isDeclared(emits, event)),
    );
    const type = plugin?.operations[0]?.type;
    if (plugin?.rehearse === undefined || type === undefined) return undefined;
    const { rehearse } = plugin;
    return async (service, number, signal) => {
      const trace = this.#openTrace(service, { invoker: '', data: {} }, []);
      const callee = { name: type, type, options: {} };
      const work = { service, callee, id: randomUUID(), caller: SYSTEM_CALLER, signal, trace };
      return rehearse({ event, number }, systemContext(work, { ports: this.#ports, operations: this.#operations }));
    };
  }

  planRetries(service: CompiledService, invoker: string): readonly number[] | string {
    const { errorHandling = [] } = service.webService.requester ?? {};
    const trace = this.#openTrace(service, { invoker, data: {} }, []);
    const isSafe = this.#system.configuration.requester.retry === 'safe';
    return plannedRetries(errorHandling, { invoker, trace, isSafe });
  }

  #makeParts(work: Omit<SystemWork, 'callee'>, reserve: AnswerLimits['reserve']): CallParts {
    const { json, mappingCharacters } = readingLimits(this.#system.configuration);
    const { maxBody, maxRetryAfter } = this.#system.configuration.requester;
    return {
      answers: { json, mappingCharacters, reserve },
      maxBody,
      maxRetryAfter,
      types: this.types,
      connections: this.#connections,
      tokens: this.#tokens,
      userAgent: `Ticketgate/${version}`,
      makeContext: ({ name, type, options }) => {
        // Types of registered invokers have the form Namespace::Name.
        const callee = { name, type: type as OperationType, options };
        return systemContext({ ...work, callee }, { ports: this.#ports, operations: this.#operations });
      },
      now: () => this.#system.now(),
      formatTime: this.#system.formatTime,
    };
  }

  #makeSigner(secret: string | undefined, id: string): InvokerCall['sign'] {
    if (secret === undefined) return undefined;
    const key = signKeyIn(secret);
    return (body) => signatureHeaders(body, { key, id, now: this.#system.now() });
  }

  #openTrace(
    { debugger: options }: CompiledService,
    { invoker: Invoker, data: Data }: Pick<ServiceCall, 'invoker' | 'data'>,
    secrets: ServiceCallResult['secrets'],
  ): Trace {
    const { indent } = openDebuggerSink(this.#system);
    const surroundings = { now: () => this.#system.now(), indent, describeRequest: () => ({ Invoker, Data }) };
    const trace = new Trace(options, surroundings);
    trace.addSecrets(secrets);
    return trace;
  }
}

/** Returns a token of `requester.tokens` with its secret. */
function giveToken({ configuration }: Pick<System, 'configuration'>) {
  return (name: string): TokenConfiguration | undefined => {
    const { tokens } = configuration.requester;
    const token = Object.hasOwn(tokens, name) ? tokens[name] : undefined;
    return token && { ...token, clientSecret: resolveSecret(token.clientSecret) };
  };
}

/** The header with the id of a call, which is the same for each attempt. */
const KEY_HEADER = 'Idempotency-Key';
