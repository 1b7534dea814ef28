import { createError, isOperationError, type Database } from '@ticketgate/sdk';

export const SearchTooSlow = createError<{ seconds: number }>(
  'Database.SearchTooSlow',
  ({ seconds }) =>
    `The search took longer than ${seconds} seconds and was stopped. Narrow it: more conditions, shorter lists, a period of time, ` +
    'texts without a leading wildcard, or a smaller limit.',
  'Unavailable',
);
export const SearchesBusy = createError(
  'Database.SearchesBusy',
  () => 'Too many searches are running. Send the request again later, and narrow slow searches.',
  'Unavailable',
);

export interface SearchTimeout {
  readonly milliseconds: number;
  /** Whether a pooler gives each transaction another connection, so that each transaction must set it. */
  readonly isShared: boolean;
}

/**
 * A separate pool for searches, with its own statement timeout: however many slow searches there are, other requests find a connection.
 * The first search opens it.
 */
export class SearchPool {
  readonly #open: () => Database;
  readonly #timeout: SearchTimeout;
  #database: Database | undefined;

  constructor(open: () => Database, timeout: SearchTimeout) {
    this.#open = open;
    this.#timeout = timeout;
  }

  /** @throws OperationError `Database.SearchTooSlow`, `Database.SearchesBusy` and other `Database.…` */
  async run<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    this.#database ??= this.#open();
    try {
      return await this.#limited(this.#database, work);
    } catch (cause) {
      throw this.#translate(cause);
    }
  }

  /** Undefined before the first search. */
  get knex(): Database['knex'] | undefined {
    return this.#database?.knex;
  }

  async close(): Promise<void> {
    await this.#database?.knex.destroy();
  }

  #limited<Result>(database: Database, work: (database: Database) => Promise<Result>): Promise<Result> {
    const { milliseconds, isShared } = this.#timeout;
    if (!isShared) return work(database);
    return database.withTransaction(async (transaction) => {
      await transaction.query(`set local statement_timeout = ${milliseconds}`);
      return work(transaction);
    });
  }

  #translate(cause: unknown): unknown {
    if (!isOperationError(cause)) return cause;
    if (cause.code === 'Database.Timeout')
      return new SearchTooSlow({ seconds: this.#timeout.milliseconds / 1000 }, cause);
    const isFull = cause.cause instanceof Error && cause.cause.message.includes('Timeout acquiring a connection');
    return isFull ? new SearchesBusy(undefined, cause) : cause;
  }
}
