import { accountsMigrations, accountsSettings, createAccounts, type AccountsService } from '@ticketgate/accounts';
import { databaseMigrations, readHostTables, recogniseHost } from '@ticketgate/database';
import {
  authorizationFailing,
  formatTimestamp,
  isOperationFault,
  NO_EVENTS,
  systemTimeZone,
  type Caller,
  type Credentials,
  type Data,
  type Database,
  type Operation,
  type OperationBinding,
  type OperationContext,
  type PluginHost,
  type ProfileName,
  type SettingDefinition,
  type Settings,
  type Tables,
} from '@ticketgate/sdk';

// Not by the packages' names: that would load the whole gateway and server.
import { internalRequest } from '../../../gateway/src/dispatch/dispatch-context.js';
import { OperationRegistry, type RegisteredOperation } from '../../../gateway/src/dispatch/operation-registry.js';
import { runOperation } from '../../../gateway/src/dispatch/run-operation.js';
import { Failure } from '../../../gateway/src/failure.js';
import type { OperationPorts, OperationScope } from '../../../gateway/src/ports.js';
import type { BoundOperation } from '../../../gateway/src/services/compile-service.js';
import { AnswerCheck } from '../../../../test/support/answer-check.js';
import { silentLogger } from '../../../../test/support/silent-logger.js';
import { startTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ticketMigrations } from '../../src/migrations/ticket-migrations.js';
import { ticketSettings } from '../../src/plugin/ticket-settings.js';
import { createTicketSystem, type TicketSystem } from '../../src/plugin/ticket-system.js';
import { SEED } from './seed.js';
import { testSettings } from './test-settings.js';

const DEFINITIONS: readonly SettingDefinition[] = [
  ...accountsSettings,
  ...ticketSettings,
  { name: 'OTOBOTimeZone', default: 'UTC', description: 'Time zone of timestamps.' },
];

/** As in the recordings: all features are on, and example.com is an address like any other. */
const SETTINGS = {
  CheckMXRecord: 0,
  CheckEmailInvalidAddress: '@(anywhere|demo)\\.(..|...)$',
  'Ticket::Type': 1,
  'Ticket::Service': 1,
  'Ticket::Responsible': 1,
};

export const AGENT: Caller = { type: 'User', userID: 2, login: 'apiagent' };
export const READER: Caller = { type: 'User', userID: 3, login: 'roagent' };
export const STRANGER: Caller = { type: 'User', userID: 4, login: 'nogroupagent' };
export const BOSS: Caller = { type: 'User', userID: 6, login: 'bossagent' };
export const CUSTOMER: Caller = { type: 'Customer', userID: 1, login: 'customer@example.com' };

export interface Call {
  readonly caller?: Caller | undefined;
  readonly credentials?: OperationContext['credentials'];
  readonly profile?: ProfileName;
  /** By default as the gateway binds it: nothing in profile contract, everything in profile otobo. */
  readonly customersMay?: readonly string[];
  readonly options?: Data;
  readonly headers?: OperationContext['headers'];
  /** Instead of the test's own. */
  readonly database?: Database;
  /** Instead of the test's own. */
  readonly services?: TicketSystem;
}

export interface TicketTestsOptions {
  /** Loads accounts and catalogue once, as a server does; otherwise each use sees what the test has written. */
  readonly isCaching?: boolean;
  /** As if the tables were those of a host system. */
  readonly isAttached?: boolean;
}

function keysOf({ customersMay, profile }: Call): Pick<OperationBinding, 'customersMay'> {
  return { customersMay: customersMay ?? (profile === 'contract' ? [] : undefined) };
}

function loginOf(caller: Caller | undefined): Credentials {
  return caller?.type === 'Customer' ? { CustomerUserLogin: caller.login } : { UserLogin: caller?.login ?? 'nobody' };
}

/** A database with the accounts and the catalogue of the recordings, a clock, and operations on it. */
export class TicketTests {
  now = new Date('2026-11-23T12:00:00Z');
  readonly test: TestDatabase;
  readonly host: PluginHost;
  readonly system: TicketSystem;
  readonly accounts: AccountsService;
  #tables: Tables;
  readonly #answers = new AnswerCheck();
  readonly #operations = new OperationRegistry();
  #changes: Readonly<Record<string, unknown>> = {};

  private constructor(test: TestDatabase, tables: Tables, options: TicketTestsOptions) {
    const { isCaching = false, isAttached = false } = options;
    this.test = test;
    this.#tables = tables;
    const snapshot: PluginHost['snapshot'] = (_name, load) => {
      const loaded = isCaching ? load(test.database) : undefined;
      return { current: () => loaded ?? load(test.database), drop: () => Promise.resolve() };
    };
    const settings: Settings = {
      get: (name) => this.settings().get(name),
      flag: (name) => this.settings().flag(name),
      number: (name) => this.settings().number(name),
      text: (name) => this.settings().text(name),
    };
    const shared = { database: test.database, settings, logger: silentLogger, isAttached, snapshot };
    this.accounts = createAccounts({ ...shared, now: () => this.now });
    const own: Tables = { has: (name) => this.#tables.has(name), lengthOf: (column) => this.#tables.lengthOf(column) };
    this.host = { ...shared, tables: own, events: NO_EVENTS, accounts: this.accounts, now: () => this.now };
    this.system = createTicketSystem(this.host);
  }

  static async start(options: TicketTestsOptions = {}): Promise<TicketTests> {
    const migrations = [...databaseMigrations, ...accountsMigrations, ...ticketMigrations];
    const test = await startTestDatabase({ migrations });
    for (const statement of SEED) await test.database.query(statement);
    return new TicketTests(test, await readHostTables(test.database, await recogniseHost(test.database)), options);
  }

  /** Reads the tables again, after the test has changed them. */
  async readTables(): Promise<void> {
    this.#tables = await readHostTables(this.test.database, await recogniseHost(this.test.database));
  }

  stop(): Promise<void> {
    return this.test.stop();
  }

  settings(): Settings {
    return testSettings(DEFINITIONS, { ...SETTINGS, ...this.#changes });
  }

  /** For as long as `work` takes. */
  async withSettings<Result>(changes: Readonly<Record<string, unknown>>, work: () => Promise<Result>): Promise<Result> {
    this.#changes = changes;
    try {
      return await work();
    } finally {
      this.#changes = {};
    }
  }

  query<Row extends object = Record<string, unknown>>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.test.database.query<Row>(text, values);
  }

  /** Runs an operation as the gateway does, and compares its answer with what it declares. */
  async run(operation: Operation, input: unknown, call: Call = {}): Promise<Data> {
    try {
      const outcome = await runOperation(...this.#callOf(operation, input, call));
      if (outcome.kind === 'stream') throw new TypeError('Only data is expected here.');
      return this.#checked(operation, outcome.data ?? {});
    } catch (error) {
      this.#answers.checkError(operation, error);
      // Of a fault, clients learn the message alone.
      throw error instanceof Failure && isOperationFault(error.cause) ? error.cause : error;
    }
  }

  #callOf(operation: Operation, data: unknown, call: Call): Parameters<typeof runOperation> {
    const context = this.context(operation, call);
    const { binding, credentials, headers } = context;
    const bound: BoundOperation = {
      binding,
      inbound: undefined,
      outbound: undefined,
      registered: this.#registered(operation),
      profile: operation.profiles?.[binding.profile] ?? {},
      timeout: undefined,
      parameters: [],
      answersSecrets: false,
      findUnknown: undefined,
    };
    const scope: OperationScope = {
      binding,
      request: internalRequest({ id: '1', method: 'POST', userAgent: '' }),
      credentials,
      headers,
      authentication: { accept: [], onlyAgents: undefined },
      onCaller: () => undefined,
      onRefusal: () => undefined,
      ignoredCredentials: () => [],
      callOperation: () => Promise.reject(new Error('No operation of ours calls others.')),
    };
    const ports: OperationPorts = {
      createContext: () => context,
      inTransaction: (_signal, work) => work(context.database),
      runOnce: async (_context, _call, work) => ({ kind: 'done', result: await work() }),
    };
    return [{ bound, data, texts: undefined, scope, key: undefined }, ports];
  }

  #registered(operation: Operation): RegisteredOperation {
    if (this.#operations.get(operation.type) === undefined) this.#operations.register(operation);
    const registered = this.#operations.get(operation.type);
    if (registered === undefined) throw new TypeError(`${operation.type} was not registered.`);
    return registered;
  }

  #checked(operation: Operation, answer: Data): Data {
    this.#answers.check(operation, answer);
    if (this.#answers.mistakes.length > 0) throw new TypeError(this.#answers.mistakes.join('\n'));
    return answer;
  }

  context(operation: Operation, call: Call): OperationContext<never> {
    const caller = 'caller' in call ? call.caller : AGENT;
    return {
      services: (call.services ?? this.system) as never, // what all operations of the plugin need
      binding: {
        webService: { id: 1, name: 'Test' },
        name: 'Test',
        type: operation.type,
        options: call.options ?? {},
        profile: call.profile ?? 'otobo',
        answer: 'flat',
        ...keysOf(call),
        collapseSingleItem: false,
      },
      request: {
        id: '1',
        method: 'POST',
        remoteAddress: '127.0.0.1',
        userAgent: '',
        signal: new AbortController().signal,
      },
      logger: silentLogger,
      settings: this.settings(),
      database: call.database ?? this.test.database,
      accounts: this.accounts,
      headers: call.headers ?? {},
      credentials: call.credentials ?? { ...loginOf(caller), Password: 'secret' },
      authenticate: () => Promise.resolve(caller),
      caller: () => (caller === undefined ? Promise.reject(authorizationFailing(operation)) : Promise.resolve(caller)),
      call: () => Promise.reject(new Error('No operation of ours calls others.')),
      fetch: () => Promise.reject(new Error('No operation of ours fetches.')),
      now: () => this.now,
      formatTime: (moment) => formatTimestamp(moment, systemTimeZone(this.settings())),
    };
  }

  /** Code and message of what `run` throws; the message alone for faults. */
  async failure(operation: Operation, input: unknown, call: Call = {}): Promise<string> {
    try {
      return `no failure: ${JSON.stringify(await this.run(operation, input, call))}`;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return 'code' in error ? `${String(error.code)} | ${error.message}` : `${error.name} | ${error.message}`;
    }
  }

  /** A ticket without articles, changed since 2026-11-21: new, in Misc, of apiagent. */
  async ticket(columns: Readonly<Record<string, unknown>> = {}): Promise<number> {
    const row: Record<string, unknown> = { ...TICKET, tn: `T${++this.#count}`, ...columns };
    const names = Object.keys(row);
    const [ticket] = await this.query<{ id: number }>(
      `insert into ticket (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id`,
      Object.values(row),
    );
    return ticket?.id ?? 0;
  }

  #count = 0;

  /** The history of a ticket: type, name, whether it has an article, and who did it. */
  async history(ticketID: number): Promise<readonly string[]> {
    const rows = await this.query<{ line: string }>(
      `select t.name || ' ' || h.name || case when h.article_id is null then '' else ' (article)' end
         || ' by ' || h.create_by || ' owner ' || h.owner_id || ' state ' || h.state_id as line
       from ticket_history h join ticket_history_type t on t.id = h.history_type_id where h.ticket_id = $1 order by h.id`,
      [ticketID],
    );
    return rows.map((row) => row.line);
  }
}

const TICKET = {
  title: 'Printer on fire',
  queue_id: 4,
  ticket_lock_id: 1,
  type_id: 2,
  user_id: 2,
  responsible_user_id: 2,
  ticket_priority_id: 3,
  ticket_state_id: 1,
  customer_id: 'ACME',
  customer_user_id: 'customer@example.com',
  timeout: 0,
  until_time: 0,
  escalation_time: 0,
  escalation_update_time: 0,
  escalation_response_time: 0,
  escalation_solution_time: 0,
  create_time: '2026-11-21 00:16:49',
  create_by: 2,
  change_time: '2026-11-21 00:16:49',
  change_by: 2,
};
