import { listOf, objectOf, oneOf, text, type Unchanged, type ValueOf } from '@ticketgate/sdk/schema';
import {
  compileForReplay,
  replayCall,
  type CompiledService,
  type CreateContext,
  type ServiceRecord,
  type OperationRegistry,
  type RecordedInput,
  type ReplayResult,
} from '@ticketgate/gateway';
import { MASK, type Operation, type Caller } from '@ticketgate/sdk';
import { CallContext, registerPlugins, type System } from '@ticketgate/runtime';

import { compareAnswers, findDifferences, listDifferences } from './compare-answers.js';
import { contentAt, type RecordedExchange } from '../debug-log/recorded-traffic.js';
import { ReplayRun, type ReplayParts } from './replay-run.js';

/** The data that a call is made from. */
const INPUT = 'Incoming data before mapping';
/** Answers, the last of which was sent. */
const OUTPUTS = ['Outgoing data after mapping', 'Outgoing data before mapping'];
const NOT_SERVABLE = 'This version of the web service cannot be served; "ticketgate check" says why.';

/** The result of a replay. */
export const replayed = objectOf({
  communicationID: text('The id under which the request was recorded.'),
  operation: text('Name of the operation in the definition.'),
  kind: oneOf(['same', 'different', 'refused'], 'Whether the answers are the same.'),
  findings: listOf(text(), 'How the answers differ, or why the request was refused.'),
});
export type Replayed = Unchanged<ValueOf<typeof replayed>>;

/** Sends recorded requests again, one after the other, each in a transaction that is rolled back, and compares the answers. */
export class Replayer {
  readonly #system: System;
  readonly #operations: OperationRegistry;
  readonly #options: ReplayOptions;
  readonly #timeout: number | undefined;
  readonly #run: ReplayRun;
  readonly #now: () => Date;
  readonly #compiled = new Map<ServiceRecord, Promise<CompiledService | undefined>>();
  #time: Date;

  constructor(system: System, options: ReplayOptions) {
    this.#time = system.now();
    // Both versions answer a request at the same moment.
    this.#system = { ...system, now: () => this.#time };
    this.#now = () => system.now();
    this.#operations = registerPlugins(system.loadedPlugins).operations;
    this.#options = options;
    this.#run = new ReplayRun(this.#system);
    const { timeout } = system.configuration.http;
    this.#timeout = timeout === 0 ? undefined : timeout;
  }

  /** Closes the services that the requests have shared. */
  close(): Promise<void> {
    return this.#run.close();
  }

  async replay(exchange: RecordedExchange): Promise<Replayed> {
    const { communicationID } = exchange;
    const operation = exchange.operation ?? '';
    const obstacle = await this.#obstacleOf(exchange);
    if (obstacle !== undefined) return { communicationID, operation, kind: 'refused', findings: [obstacle] };
    this.#time = this.#now();
    const call = { ...exchange, operation, data: readJson(contentAt(exchange, INPUT)) };
    const findings = await this.#findingsOf(call, exchange);
    if (findings === undefined) return { communicationID, operation, kind: 'refused', findings: [NOT_SERVABLE] };
    return { communicationID, operation, kind: findings.length === 0 ? 'same' : 'different', findings };
  }

  async #obstacleOf({ operation, isTruncated, ...exchange }: RecordedExchange): Promise<string | undefined> {
    if (operation === null) return 'No route matched this request, so no operation ran.';
    if (isTruncated)
      return 'Its texts were cut when they were recorded (debugLog.maxTextLength), so it cannot be sent again.';
    if (contentAt(exchange, INPUT) === undefined) {
      return 'Its input was not recorded. DebugThreshold: debug records all of a request.';
    }
    const found = await this.#operationOf(operation);
    return found?.replay === false
      ? `${found.type} does things that cannot be rolled back, so it is not replayed.`
      : undefined;
  }

  #compile(record: ServiceRecord): Promise<CompiledService | undefined> {
    const compiled =
      this.#compiled.get(record) ?? compileForReplay(record, this.#operations, this.#system.host.profile);
    this.#compiled.set(record, compiled);
    return compiled;
  }

  async #operationOf(name: string): Promise<Operation | undefined> {
    const type = (await this.#compile(this.#options.record))?.webService.operations.get(name)?.type;
    return type === undefined ? undefined : this.#operations.get(type)?.operation;
  }

  /** Everything that plugins and accounts write goes to the transaction. */
  async #send(call: RecordedInput, record = this.#options.record): Promise<ReplayResult | undefined> {
    const service = await this.#compile(record);
    return service === undefined ? undefined : this.#run.within((parts) => this.#sendWithin(parts, service, call));
  }

  #sendWithin(
    { transaction, services, accounts }: ReplayParts,
    service: CompiledService,
    call: RecordedInput,
  ): Promise<ReplayResult> {
    const within = { database: transaction, authenticate: async () => this.#options.caller };
    const system = { ...this.#system, accounts };
    const createContext: CreateContext = (scope, inner) => {
      scope.onCaller(this.#options.caller);
      const context = new CallContext({ system, services, scope }, { ...within, ...inner });
      return Object.assign(context, { fetch: refuseFetch });
    };
    return replayCall(service, call, {
      inTransaction: (_signal, inside) => inside(transaction),
      operations: this.#operations,
      createContext,
      indent: 0,
      timeout: this.#timeout,
      now: () => this.#system.now(),
      credentials: { UserLogin: this.#options.caller.login, Password: MASK },
    });
  }

  /** The differences between the answers; undefined if one of the versions cannot be served. */
  async #findingsOf(call: RecordedInput, exchange: RecordedExchange): Promise<readonly string[] | undefined> {
    const { beside: baseline, ignored } = this.#options;
    if (baseline === undefined) {
      const replayed = await this.#send(call);
      if (replayed === undefined) return undefined;
      const recorded = { contents: exchange.contents, errorCode: exchange.errorCode ?? undefined };
      return compareCodes(recorded, replayed) ?? compareAnswers(answerOf(recorded), answerOf(replayed), ignored);
    }
    const first = await this.#send(call, baseline);
    const before = await this.#send(call, baseline);
    const after = await this.#send(call);
    if (first === undefined || before === undefined || after === undefined) return undefined;
    const [once, again, now] = [answerOf(first), answerOf(before), answerOf(after)];
    // Values that one version answers differently each time, such as a new id, are no difference between versions.
    const always = findDifferences(once, again, ignored);
    return compareCodes(before, after) ?? listDifferences(findDifferences(again, now, ignored), always);
  }
}

/** Compares error codes: if two answers failed differently, nothing else is compared. */
export function compareCodes(before: Failing, after: Failing): readonly string[] | undefined {
  if (before.errorCode === after.errorCode) return undefined;
  return [`the error code: ${before.errorCode ?? 'none'} → ${after.errorCode ?? 'none'}`];
}

/** Nothing where it has not failed. */
type Failing = Readonly<Record<'errorCode', string | null | undefined>>;

/** Runs `work` with a replayer, and closes it. */
export async function withReplayer<Result>(
  system: System,
  options: ReplayOptions,
  work: (replayer: Replayer) => Promise<Result>,
): Promise<Result> {
  const replayer = new Replayer(system, options);
  try {
    return await work(replayer);
  } finally {
    await replayer.close();
  }
}

/** Replays must not call other services, because that cannot be rolled back. */
export function refuseFetch(): Promise<never> {
  return Promise.reject(new Error('Replays and trials call no other services.'));
}

function answerOf(recorded: Pick<RecordedExchange, 'contents'>): unknown {
  const text = OUTPUTS.map((subject) => contentAt(recorded, subject)).find((each) => each !== undefined);
  return readJson(text);
}

/** Reads JSON; a text that is not JSON is compared as it is. */
export function readJson(text: string | undefined): unknown {
  if (text === undefined || text === 'No data provided') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A command for a shell, and what to know before running it, for example that a part was not recorded. */
export interface CurlCommand {
  readonly command: string;
  readonly notes: readonly string[];
}

/** How recorded requests are sent again. */
export interface ReplayOptions {
  /** The version of the service that answers. */
  readonly record: ServiceRecord;
  /** The version whose answers to the same requests are compared with its own; default: the answers that were recorded. */
  readonly beside?: ServiceRecord;
  /** The caller, whoever sent the recorded request. */
  readonly caller: Caller;
  /** Members that are not compared, for example times. */
  readonly ignored: ReadonlySet<string>;
}
