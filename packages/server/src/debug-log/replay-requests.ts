import { randomBytes } from 'node:crypto';
import { createAccounts } from '@ticketgate/accounts';
import type { Replayed, ReplayHow, Tried, TriedCall } from '@ticketgate/admin';
import type { Snapshots } from '@ticketgate/database';
import { loadWebService } from '@ticketgate/definition';
import {
  replayCall,
  type CreateContext,
  type OperationRegistry,
  type RecordedCall,
  type ReplayedCall,
} from '@ticketgate/gateway';
import { MASK, NO_EVENTS, NO_METRICS, type Database, type Operation } from '@ticketgate/sdk';

import { registerPlugins } from '../plugins/register-plugins.js';
import { startServices } from '../plugins/start-services.js';
import type { System } from '../system/open-system.js';
import { CallContext } from '../serving/call-context.js';
import { Closing } from '../system/closing.js';
import { compareAnswers } from './compare-answers.js';
import { contentAt, type RecordedExchange } from './recorded-traffic.js';

/** What a call is made of. */
const INPUT = 'Incoming data before mapping';
/** Answers, the last of which was sent. */
const OUTPUTS = ['Outgoing data after mapping', 'Outgoing data before mapping'];
const NOT_SERVABLE = 'This version of the web service cannot be served; "ticketgate check" says why.';
/** Thrown so that nothing of a transaction lasts. */
class RolledBack extends Error {}

/** Sends recorded requests again, each in a transaction that is rolled back, and compares the answers. */
export class Replayer {
  readonly #system: System;
  readonly #operations: OperationRegistry;
  readonly #options: ReplayHow;
  readonly #timeout: number | undefined;

  constructor(system: System, options: ReplayHow) {
    this.#system = system;
    this.#operations = registerPlugins(system.loadedPlugins).operations;
    this.#options = options;
    const { timeout } = system.configuration.http;
    this.#timeout = timeout === 0 ? undefined : timeout;
  }

  async replay(exchange: RecordedExchange): Promise<Replayed> {
    const { communicationID } = exchange;
    const operation = exchange.operation ?? '';
    const obstacle = this.#obstacleOf(exchange);
    if (obstacle !== undefined) return { communicationID, operation, kind: 'refused', findings: [obstacle] };
    const replayed = await this.#run({ ...exchange, operation, data: readJson(contentAt(exchange, INPUT)) });
    if (replayed === undefined) return { communicationID, operation, kind: 'refused', findings: [NOT_SERVABLE] };
    const findings = this.#compare(exchange, replayed);
    return { communicationID, operation, kind: findings.length === 0 ? 'same' : 'different', findings };
  }

  /** Calls an operation of the version with data that was not recorded. */
  async call({ operation, method, data }: TriedCall): Promise<Tried> {
    const obstacle = this.#replayObstacle(operation);
    const call = { communicationID: randomBytes(16).toString('hex'), method, operation, data };
    const called = obstacle === undefined ? await this.#run(call) : undefined;
    if (called === undefined) return { refusal: obstacle ?? NOT_SERVABLE, errorCode: null, trace: [] };
    return { refusal: null, errorCode: called.errorCode ?? null, trace: called.contents };
  }

  #obstacleOf({ operation, isTruncated, ...exchange }: RecordedExchange): string | undefined {
    if (operation === null) return 'No route matched this request, so no operation ran.';
    if (isTruncated)
      return 'Its texts were cut when they were recorded (debugLog.maxTextLength), so it cannot be sent again.';
    if (contentAt(exchange, INPUT) === undefined) {
      return 'Its input was not recorded. DebugThreshold: debug records all of a request.';
    }
    return this.#replayObstacle(operation);
  }

  #replayObstacle(name: string): string | undefined {
    const found = this.#operationOf(name);
    return found?.replay === false
      ? `${found.type} does things that cannot be rolled back, so it is not replayed.`
      : undefined;
  }

  /** Everything that plugins and accounts write goes to the transaction. */
  async #run(call: RecordedCall): Promise<ReplayedCall | undefined> {
    let result: ReplayedCall | undefined;
    const work = async (transaction: Database) => {
      result = await this.#runIn(transaction, call);
      throw new RolledBack();
    };
    await this.#system.database.withTransaction(work).catch((reason: unknown) => {
      if (!(reason instanceof RolledBack)) throw reason;
    });
    return result;
  }

  #operationOf(name: string): Operation | undefined {
    const { webService } = loadWebService(this.#options.record.config, this.#options.record.name);
    const type = webService?.operations.get(name)?.type;
    return type === undefined ? undefined : this.#operations.get(type)?.operation;
  }

  async #runIn(transaction: Database, call: RecordedCall): Promise<ReplayedCall | undefined> {
    const { settings, isAttached, logger, loadedPlugins } = this.#system;
    const now = () => this.#system.now();
    const snapshot: Snapshots['snapshot'] = (_name, load) => {
      let value: ReturnType<typeof load> | undefined;
      return { current: () => (value ??= load(transaction)), drop: async () => (value = undefined) };
    };
    const accounts = createAccounts({ database: transaction, settings, isAttached, logger, now, snapshot });
    const closing = new Closing(logger);
    const shared = { database: transaction, settings, accounts, isAttached, logger, now, snapshot };
    const host = { ...shared, metrics: NO_METRICS, events: NO_EVENTS };
    const { services } = await startServices(loadedPlugins, {
      hostFor: () => host,
      onStarted(plugin, close) {
        closing.add(`the plugin ${plugin.name}`, close);
      },
    });
    try {
      const within = { database: transaction, authenticate: async () => this.#options.caller };
      const system = { ...this.#system, accounts };
      const createContext: CreateContext = (scope, inner) => {
        scope.onCaller(this.#options.caller);
        const context = new CallContext({ system, services, scope }, { ...within, ...inner });
        return Object.assign(context, { fetch: refuseFetch });
      };
      return await replayCall(this.#options.record, call, {
        inTransaction: (_signal, inside) => inside(transaction),
        ...{ operations: this.#operations, createContext, now, indent: 0, timeout: this.#timeout },
        credentials: { UserLogin: this.#options.caller.login, Password: MASK },
      });
    } finally {
      await closing.close();
    }
  }

  #compare(exchange: RecordedExchange, { errorCode, contents }: ReplayedCall): readonly string[] {
    const before = exchange.errorCode ?? undefined;
    if (before !== errorCode) return [`the error code: ${before ?? 'none'} → ${errorCode ?? 'none'}`];
    const [older, newer] = [exchange, { contents }].map(answerOf);
    return compareAnswers(older, newer, this.#options.ignored);
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
