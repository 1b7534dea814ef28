import { randomBytes } from 'node:crypto';
import type { Replayed, ReplayHow, Tried, TriedCall } from '@ticketgate/admin';
import {
  compileForReplay,
  replayCall,
  type CompiledService,
  type CreateContext,
  type OperationRegistry,
  type RecordedCall,
  type ReplayedCall,
} from '@ticketgate/gateway';
import { MASK, type Operation } from '@ticketgate/sdk';

import { registerPlugins } from '../plugins/register-plugins.js';
import type { System } from '../system/open-system.js';
import { CallContext } from '../serving/call-context.js';
import { compareAnswers } from './compare-answers.js';
import { contentAt, type RecordedExchange } from './recorded-traffic.js';
import { ReplayRun, type ReplayParts } from './replay-run.js';

/** What a call is made of. */
const INPUT = 'Incoming data before mapping';
/** Answers, the last of which was sent. */
const OUTPUTS = ['Outgoing data after mapping', 'Outgoing data before mapping'];
const NOT_SERVABLE = 'This version of the web service cannot be served; "ticketgate check" says why.';

/** Sends recorded requests again, one after the other, each in a transaction that is rolled back, and compares the answers. */
export class Replayer {
  readonly #system: System;
  readonly #operations: OperationRegistry;
  readonly #options: ReplayHow;
  readonly #timeout: number | undefined;
  readonly #run: ReplayRun;
  #service: Promise<CompiledService | undefined> | undefined;

  constructor(system: System, options: ReplayHow) {
    this.#system = system;
    this.#operations = registerPlugins(system.loadedPlugins).operations;
    this.#options = options;
    this.#run = new ReplayRun(system);
    const { timeout } = system.configuration.http;
    this.#timeout = timeout === 0 ? undefined : timeout;
  }

  /** Ends what the requests have shared. */
  close(): Promise<void> {
    return this.#run.close();
  }

  async replay(exchange: RecordedExchange): Promise<Replayed> {
    const { communicationID } = exchange;
    const operation = exchange.operation ?? '';
    const obstacle = await this.#obstacleOf(exchange);
    if (obstacle !== undefined) return { communicationID, operation, kind: 'refused', findings: [obstacle] };
    const replayed = await this.#send({ ...exchange, operation, data: readJson(contentAt(exchange, INPUT)) });
    if (replayed === undefined) return { communicationID, operation, kind: 'refused', findings: [NOT_SERVABLE] };
    const findings = this.#compare(exchange, replayed);
    return { communicationID, operation, kind: findings.length === 0 ? 'same' : 'different', findings };
  }

  /** Calls an operation of the version with data that was not recorded. */
  async call({ operation, method, data }: TriedCall): Promise<Tried> {
    const obstacle = await this.#replayObstacle(operation);
    const call = { communicationID: randomBytes(16).toString('hex'), method, operation, data };
    const called = obstacle === undefined ? await this.#send(call) : undefined;
    if (called === undefined) return { refusal: obstacle ?? NOT_SERVABLE, errorCode: null, trace: [] };
    return { refusal: null, errorCode: called.errorCode ?? null, trace: called.contents };
  }

  async #obstacleOf({ operation, isTruncated, ...exchange }: RecordedExchange): Promise<string | undefined> {
    if (operation === null) return 'No route matched this request, so no operation ran.';
    if (isTruncated)
      return 'Its texts were cut when they were recorded (debugLog.maxTextLength), so it cannot be sent again.';
    if (contentAt(exchange, INPUT) === undefined) {
      return 'Its input was not recorded. DebugThreshold: debug records all of a request.';
    }
    return this.#replayObstacle(operation);
  }

  async #replayObstacle(name: string): Promise<string | undefined> {
    const found = await this.#operationOf(name);
    return found?.replay === false
      ? `${found.type} does things that cannot be rolled back, so it is not replayed.`
      : undefined;
  }

  #compiled(): Promise<CompiledService | undefined> {
    return (this.#service ??= compileForReplay(this.#options.record, this.#operations));
  }

  async #operationOf(name: string): Promise<Operation | undefined> {
    const type = (await this.#compiled())?.webService.operations.get(name)?.type;
    return type === undefined ? undefined : this.#operations.get(type)?.operation;
  }

  /** Everything that plugins and accounts write goes to the transaction. */
  async #send(call: RecordedCall): Promise<ReplayedCall | undefined> {
    const service = await this.#compiled();
    return service === undefined ? undefined : this.#run.within((parts) => this.#sendWithin(parts, service, call));
  }

  #sendWithin(
    { transaction, services, accounts }: ReplayParts,
    service: CompiledService,
    call: RecordedCall,
  ): Promise<ReplayedCall> {
    const within = { database: transaction, authenticate: async () => this.#options.caller };
    const system = { ...this.#system, accounts };
    const createContext: CreateContext = (scope, inner) => {
      scope.onCaller(this.#options.caller);
      const context = new CallContext({ system, services, scope }, { ...within, ...inner });
      return Object.assign(context, { fetch: refuseFetch });
    };
    return replayCall(service, call, {
      inTransaction: (_signal, inside) => inside(transaction),
      ...{ operations: this.#operations, createContext, indent: 0, timeout: this.#timeout },
      now: () => this.#system.now(),
      credentials: { UserLogin: this.#options.caller.login, Password: MASK },
    });
  }

  #compare(exchange: RecordedExchange, { errorCode, contents }: ReplayedCall): readonly string[] {
    const before = exchange.errorCode ?? undefined;
    if (before !== errorCode) return [`the error code: ${before ?? 'none'} → ${errorCode ?? 'none'}`];
    const [older, newer] = [exchange, { contents }].map(answerOf);
    return compareAnswers(older, newer, this.#options.ignored);
  }
}

/** Lets `work` replay requests, and ends what they shared. */
export async function withReplayer<Result>(
  system: System,
  options: ReplayHow,
  work: (replayer: Replayer) => Promise<Result>,
): Promise<Result> {
  const replayer = new Replayer(system, options);
  try {
    return await work(replayer);
  } finally {
    await replayer.close();
  }
}

/** Nobody could undo what another service did. */
function refuseFetch(): Promise<never> {
  return Promise.reject(new Error('A replayed request cannot call other services.'));
}

function answerOf(recorded: Pick<RecordedExchange, 'contents'>): unknown {
  const text = OUTPUTS.map((subject) => contentAt(recorded, subject)).find((each) => each !== undefined);
  return readJson(text);
}

/** What is not JSON is compared as it is. */
function readJson(text: string | undefined): unknown {
  if (text === undefined || text === 'No data provided') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
