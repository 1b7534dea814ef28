import type { Refusal } from '@ticketgate/accounts';
import type { OperationScope, Within } from '@ticketgate/gateway';
import {
  authorizationFailing,
  MASK,
  type Caller,
  type Data,
  type Database,
  type OperationContext,
  type OperationType,
  type ConnectionOptions,
  type SharedRow,
  type SharedStatement,
  type StatementOptions,
} from '@ticketgate/sdk';

import { fetchWithin, type FetchRules, hostsOf } from './fetching/fetcher.js';
import type { ServicesByOperation } from './plugins/start-services.js';
import type { System } from './system/open-system.js';
import { setCallDepth } from './events/subscriptions.js';

interface CallParts {
  readonly system: System;
  readonly services: ServicesByOperation;
  readonly scope: OperationScope;
}

/** The context of one call. It has no inherited members, so that operations can spread it: `{ ...context, database: transaction }`. */
export class CallContext implements OperationContext<never> {
  readonly services: never;
  readonly binding: OperationContext['binding'];
  readonly request: OperationContext['request'];
  readonly credentials: OperationContext['credentials'];
  readonly headers: OperationContext['headers'];
  readonly settings: OperationContext['settings'];
  readonly accounts: OperationContext['accounts'];
  readonly logger: OperationContext['logger'];
  readonly database: Database;
  readonly #system: System;
  readonly #scope: OperationScope;
  readonly #tracked: TrackedDatabase;
  readonly #within: Within | undefined;
  #caller: Promise<Caller | undefined> | undefined;

  /** @param within for a call in a transaction or by another operation */
  constructor({ system, services, scope }: CallParts, within?: Within) {
    // `definePlugin` only compiles if the services of the plugin are those that its operations need.
    this.services = services.get(scope.binding.type) as never;
    this.#tracked = new TrackedDatabase(within?.database ?? system.database, within?.callDepth);
    this.database = this.#tracked;
    this.#within = within;
    const { authenticate } = within ?? {};
    if (authenticate !== undefined) this.authenticate = () => (this.#caller ??= authenticate());
    this.binding = scope.binding;
    this.request = scope.request;
    this.credentials = scope.credentials;
    this.headers = scope.headers;
    this.settings = system.settings;
    this.accounts = system.accounts;
    const { id: requestId } = scope.request;
    this.logger = system.logger.child({ requestId, service: scope.binding.webService.name });
    this.#system = system;
    this.#scope = scope;
  }

  readonly authenticate: OperationContext['authenticate'] = () =>
    (this.#caller ??= this.#authenticate(this.binding.type));

  readonly caller = async (): Promise<Caller> => {
    const caller = await this.authenticate();
    if (caller === undefined) throw authorizationFailing(this.binding);
    return caller;
  };

  readonly call: OperationContext['call'] = (type, input, options = {}) => {
    const database = options.database ?? this.#tracked.transaction ?? this.#within?.database;
    const how = { ...this.#within, database, authenticate: () => this.#authenticateFor(type) };
    // The types follow from the schemas, which the gateway checks.
    return this.#scope.callOperation(type, input as Data, how) as Promise<never>;
  };

  readonly fetch: OperationContext['fetch'] = (url, options = {}) => {
    const { id: requestID, traceparent, signal } = this.request;
    const { fetchSeconds: seconds, fetchBytes: bytes } = this.#system.configuration.limits;
    return fetchWithin(url, options, { ...this.#hosts(), seconds, bytes, requestID, traceparent, signal });
  };

  readonly now = (): Date => this.#system.now();

  readonly formatTime = (moment: Date): string => this.#system.formatTime(moment);

  #hosts(): Pick<FetchRules, 'hosts' | 'advice'> {
    const { type } = this.binding;
    const plugin = this.#system.plugins.find(({ operations, invokers = [] }) =>
      [...operations, ...invokers].some((each) => each.type === type),
    );
    return hostsOf(plugin, this.settings);
  }

  /** Checks an API key again, because it may be restricted to certain operations. */
  async #authenticateFor(type: OperationType): Promise<Caller | undefined> {
    const caller = await this.authenticate();
    return caller === undefined || this.credentials.ApiKey === undefined ? caller : this.#authenticate(type);
  }

  async #authenticate(operation: OperationType): Promise<Caller | undefined> {
    const { onlyAgents } = this.#scope.authentication;
    const use = { service: this.binding.webService.name, operation };
    const onRefusal = (refusal: Refusal) => {
      this.#reportRefusal(refusal);
    };
    const options = { onlyAgents, use, onRefusal };
    const caller = await this.#system.accounts.authenticate(this.credentials, this.request, options);
    if (caller !== undefined) this.#scope.onCaller(caller);
    return caller;
  }

  /** Logs which check failed: the client only learns that authentication failed. */
  #reportRefusal({ reason, login }: Refusal): void {
    const { UserLogin, CustomerUserLogin } = this.credentials;
    const sent = UserLogin ?? CustomerUserLogin;
    const ignored = this.#scope.ignoredCredentials();
    this.logger.warn('a caller was not authenticated', {
      operation: this.binding.name,
      reason,
      login: login ?? (sent === undefined ? undefined : MASK),
      remoteAddress: this.request.remoteAddress,
      ...(ignored.length === 0 ? {} : { ignored: `${ignored.join(', ')}: not in Gateway.Authentication.Accept` }),
    });
    this.#scope.onRefusal(reason, login === undefined ? sent : undefined);
  }
}

/** A database that tracks its open transactions, so that calls of other operations take part in them. */
class TrackedDatabase implements Database {
  readonly #database: Database;
  readonly #callDepth: number;
  /** Undefined until the first transaction: most requests open none. */
  #open: Set<Database> | undefined;

  /** @param callDepth number of nested invoker calls */
  constructor(database: Database, callDepth = 0) {
    this.#database = database;
    this.#callDepth = callDepth;
    setCallDepth(this, callDepth);
  }

  get isTransaction(): boolean {
    return this.#database.isTransaction === true;
  }

  get knex(): Database['knex'] {
    return this.#database.knex;
  }

  /**
   * The open transaction; undefined if there is none.
   *
   * @throws Error if several are open
   */
  get transaction(): Database | undefined {
    const open = [...(this.#open ?? [])];
    if (open.length < 2) return open[0];
    const example = 'context.call(type, input, { database: transaction })';
    throw new Error(`${open.length} transactions are open. Say which one to use: ${example}.`);
  }

  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: StatementOptions,
  ): Promise<Row[]> {
    return this.#database.query<Row>(text, values, options);
  }

  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined> {
    return this.#database.queryTogether<Item, Row>(statement, item);
  }

  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return this.#database.withTransaction(async (transaction) => {
      // A transaction within a transaction is the same one.
      const open = (this.#open ??= new Set());
      if (open.has(transaction)) return work(transaction);
      open.add(transaction);
      setCallDepth(transaction, this.#callDepth);
      try {
        return await work(transaction);
      } finally {
        open.delete(transaction);
      }
    });
  }

  withConnection<Result>(
    work: (connection: Database) => Promise<Result>,
    options?: ConnectionOptions,
  ): Promise<Result> {
    return this.#database.withConnection(work, options);
  }
}
