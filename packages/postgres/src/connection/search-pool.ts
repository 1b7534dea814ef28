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

/**
 * Connections that only searches use, with a limit of their own for the time that a statement may take: however many slow searches come,
 * other requests find a connection. They are opened when the first search comes.
 */
export class SearchPool {
  readonly #open: () => Database;
  readonly #seconds: number;
  #database: Database | undefined;

  /** @param seconds that a statement may take */
  constructor(open: () => Database, seconds: number) {
    this.#open = open;
    this.#seconds = seconds;
  }

  /** @throws OperationError `Database.SearchTooSlow`, `Database.SearchesBusy` and those of the database */
  async run<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    this.#database ??= this.#open();
    try {
      return await work(this.#database);
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

  #translate(cause: unknown): unknown {
    if (!isOperationError(cause)) return cause;
    if (cause.code === 'Database.Timeout') return new SearchTooSlow({ seconds: this.#seconds }, cause);
    const isFull = cause.cause instanceof Error && cause.cause.message.includes('Timeout acquiring a connection');
    return isFull ? new SearchesBusy(undefined, cause) : cause;
  }
}
