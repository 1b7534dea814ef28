import type { Refusal } from '@ticketgate/accounts';
import type { OperationScope, Within } from '@ticketgate/gateway';
import {
  authorizationFailing,
  MASK,
  type Caller,
  type Data,
  type Database,
  type Logger,
  type OperationContext,
  type OperationType,
  type Plugin,
  type ConnectionOptions,
  type SharedRow,
  type SharedStatement,
  type StatementOptions,
} from '@ticketgate/sdk';

import { fetchWithin, readAllowedHosts } from './fetching/fetcher.js';
import type { ServicesByOperation } from './plugins/start-services.js';
import type { System } from './system/open-system.js';
import { setCallDepth } from './events/subscriptions.js';

interface CallParts {
  readonly system: System;
  readonly services: ServicesByOperation;
  readonly scope: OperationScope;
}

/**
 * The context of one call. It is a plain object, so that operations can spread it: `{ ...context, database: transaction }`.
 *
 * @param within for a call in a transaction or by another operation
 */
export function callContext({ system, services, scope }: CallParts, within?: Within): OperationContext<never> {
  const { binding, request, credentials, headers } = scope;
  const { settings, accounts } = system;
  const own = within?.onlyReads === true ? system.reader() : system.database;
  const database = new TrackedDatabase(within?.database ?? own, within?.callDepth);
  const logger = system.logger.child({ requestId: request.id, service: binding.webService.name });
  const { authenticate, authenticateFor } = authenticating({ accounts, scope, logger }, within?.authenticate);
  return {
    // `definePlugin` only compiles if the services of the plugin are those that its operations need.
    services: services.get(binding.type) as never,
    binding,
    request,
    credentials,
    headers,
    settings,
    accounts,
    logger,
    database,
    authenticate,
    async caller() {
      const caller = await authenticate();
      if (caller === undefined) throw authorizationFailing(binding);
      return caller;
    },
    call(type, input, options = {}) {
      const called = options.database ?? database.transaction ?? within?.database;
      const how = { ...within, database: called, authenticate: () => authenticateFor(type) };
      // The types follow from the schemas, which the gateway checks.
      return scope.callOperation(type, input as Data, how) as Promise<never>;
    },
    fetch(url, options = {}) {
      const { id: requestID, traceparent, signal } = request;
      const { fetchSeconds: seconds, fetchBytes: bytes } = system.configuration.limits;
      const hosts = readAllowedHosts(pickPlugin(binding.type, system), settings);
      return fetchWithin(url, options, { ...hosts, seconds, bytes, requestID, traceparent, signal });
    },
    now: () => system.now(),
    formatTime: (moment) => system.formatTime(moment),
  };
}

interface AuthenticatingParts {
  readonly accounts: System['accounts'];
  readonly scope: OperationScope;
  readonly logger: Logger;
}

/** Finds out who calls, once. */
function authenticating({ accounts, scope, logger }: AuthenticatingParts, given?: Within['authenticate']) {
  const { binding, request, credentials } = scope;
  let known: Promise<Caller | undefined> | undefined;
  const check = async (operation: OperationType): Promise<Caller | undefined> => {
    const use = { service: binding.webService.name, operation };
    const onRefusal = (refusal: Refusal) => reportRefusal(refusal, scope, logger);
    const options = { onlyAgents: scope.authentication.onlyAgents, use, onRefusal };
    const caller = await accounts.authenticate(credentials, request, options);
    if (caller !== undefined) scope.onCaller(caller);
    return caller;
  };
  const authenticate = () => (known ??= given === undefined ? check(binding.type) : given());
  // An API key is checked again, because it may be restricted to certain operations.
  const authenticateFor = async (operation: OperationType): Promise<Caller | undefined> => {
    const caller = await authenticate();
    return caller === undefined || credentials.ApiKey === undefined ? caller : check(operation);
  };
  return { authenticate, authenticateFor };
}

function pickPlugin(type: OperationType, { plugins }: System): Plugin | undefined {
  return plugins.find(({ operations, invokers = [] }) =>
    [...operations, ...invokers].some((each) => each.type === type),
  );
}

/** Logs which check failed: the client only learns that authentication failed. */
function reportRefusal({ reason, login }: Refusal, scope: OperationScope, logger: Logger): void {
  const { UserLogin, CustomerUserLogin } = scope.credentials;
  const sent = UserLogin ?? CustomerUserLogin;
  const ignored = scope.ignoredCredentials();
  logger.warn('a caller was not authenticated', {
    operation: scope.binding.name,
    reason,
    login: login ?? (sent === undefined ? undefined : MASK),
    remoteAddress: scope.request.remoteAddress,
    ...(ignored.length === 0 ? {} : { ignored: `${ignored.join(', ')}: not in Gateway.Authentication.Accept` }),
  });
  scope.onRefusal(reason, login === undefined ? sent : undefined);
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
