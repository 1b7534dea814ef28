import { createAccounts, type AccountsService } from '@ticketgate/accounts';
import { rolledBack, type Snapshots } from '@ticketgate/database';
import { NO_EVENTS, type Database } from '@ticketgate/sdk';
import { Closing, type ServicesByOperation, startServices, type System } from '@ticketgate/runtime';

/** A database that is each time the current one, for services that outlive it. */
function followDatabase(current: () => Database): Database {
  return {
    isTransaction: true,
    get knex() {
      return current().knex;
    },
    query: (text, values, options) => current().query(text, values, options),
    queryTogether: (statement, item) => current().queryTogether(statement, item),
    withTransaction: (work) => current().withTransaction(work),
    withConnection: (work, options) => current().withConnection(work, options),
  };
}

/** The transaction and caller of a replayed request. */
export interface ReplayParts {
  readonly transaction: Database;
  readonly services: ServicesByOperation;
  readonly accounts: AccountsService;
}

/** Shared by the requests of one replay: the services of plugins, which start with the first request. */
export class ReplayRun {
  readonly #system: System;
  readonly #database = followDatabase(() => this.#current);
  readonly #closing: Closing;
  readonly #drops: (() => Promise<void>)[] = [];
  readonly #accounts: AccountsService;
  #services: ServicesByOperation | undefined;
  /** The one of the request being replayed. */
  #transaction: Database | undefined;

  constructor(system: System) {
    this.#system = system;
    this.#closing = new Closing(system.logger);
    this.#accounts = createAccounts(this.#host());
  }

  /** Runs `work` in a transaction that is rolled back, and drops the caches filled meanwhile. */
  async within<Result>(work: (parts: ReplayParts) => Promise<Result>): Promise<Result> {
    return this.#rolledBack(async (transaction) => {
      this.#services ??= await this.#start();
      return work({ transaction, services: this.#services, accounts: this.#accounts });
    });
  }

  /** Closes the plugins in a transaction that is rolled back, too. */
  async close(): Promise<void> {
    if (this.#services !== undefined) await this.#rolledBack(() => this.#closing.close());
  }

  get #current(): Database {
    if (this.#transaction === undefined) throw new Error('No request is replayed now, so there is no transaction.');
    return this.#transaction;
  }

  async #rolledBack<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    try {
      return await rolledBack(this.#system.database, async (transaction) => {
        this.#transaction = transaction;
        await transaction.query('savepoint replayed');
        try {
          return await work(transaction);
        } finally {
          // The locks of a session outlive its transactions.
          await transaction.query('rollback to savepoint replayed');
          await transaction.query('select pg_advisory_unlock_all()');
        }
      });
    } finally {
      this.#transaction = undefined;
      this.#accounts.forgetAll();
      await Promise.all(this.#drops.map((drop) => drop()));
    }
  }

  async #start(): Promise<ServicesByOperation> {
    const host = { ...this.#host(), accounts: this.#accounts, events: NO_EVENTS };
    const { services } = await startServices(this.#system.loadedPlugins, {
      hostFor: () => host,
      onStarted: (plugin, close) => this.#closing.add(`the plugin ${plugin.name}`, close),
    });
    return services;
  }

  #host() {
    const { settings, isAttached, host, tables, logger } = this.#system;
    const snapshot: Snapshots['snapshot'] = (_name, load) => {
      let value: ReturnType<typeof load> | undefined;
      const drop = () => {
        value = undefined;
        return Promise.resolve();
      };
      this.#drops.push(drop);
      return { current: () => (value ??= load(this.#current)), drop };
    };
    const now = () => this.#system.now();
    return { database: this.#database, settings, isAttached, host, tables, logger, now, snapshot };
  }
}
