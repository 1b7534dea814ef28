import type { Database } from '@ticketgate/sdk';

import { knexThrough } from '../connection/knex-pool.js';
import type { Question } from './primary-questions.js';
import { isOfStandby, type Standby } from './standby.js';

/** A standby for the reads of a request, and the question that determines what it must have seen. */
export interface Choice {
  readonly standby: Standby;
  readonly question: Question;
}

interface Chooser {
  choose(): Choice | undefined;
  failed(standby: Standby, cause: unknown): void;
}

/**
 * The database of one request that only reads. The first statement chooses a standby; if one fails there, the request continues on the
 * primary, which has everything that the standby has shown. Transactions run on the primary.
 */
export class ReadDatabase implements Database {
  readonly #primary: Database;
  readonly #chooser: Chooser;
  /** Null: the primary. */
  #choice: Choice | null | undefined;
  #builder: Database['knex'] | undefined;

  constructor(primary: Database, chooser: Chooser) {
    this.#primary = primary;
    this.#chooser = chooser;
  }

  get knex(): Database['knex'] {
    this.#builder ??= knexThrough(this.query);
    return this.#builder;
  }

  readonly query: Database['query'] = (...statement) => this.#read((database) => database.query(...statement));

  readonly queryTogether: Database['queryTogether'] = (statement, item) =>
    this.#read((database) => database.queryTogether(statement, item));

  readonly withConnection: Database['withConnection'] = (work, options) =>
    this.#read((database) => database.withConnection(work, options));

  readonly withTransaction: Database['withTransaction'] = (work) => this.#primary.withTransaction(work);

  async #read<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    if (this.#choice === undefined) this.#choice = this.#chooser.choose() ?? null;
    if (this.#choice === null) return work(this.#primary);
    const { standby, question } = this.#choice;
    try {
      return await standby.read(question, work);
    } catch (cause) {
      if (!isOfStandby(cause)) throw cause;
      this.#chooser.failed(standby, cause);
      this.#choice = null;
      return work(this.#primary);
    }
  }
}
