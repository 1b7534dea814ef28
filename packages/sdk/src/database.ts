import type { Knex } from 'knex';

/** The database, for operations. Statements are prepared once per connection. */
export interface Database {
  /**
   * Runs one statement. Values are bound as `$1`, `$2` …; lists are passed as one array: `= any($1)`.
   * Integers (also int8) come back as numbers, `timestamp` as text `YYYY-MM-DD HH:MM:SS`, `numeric` as text.
   */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
    options?: StatementOptions,
  ): Promise<Row[]>;
  /** Runs `work` in a transaction, or in the current one: commits when it resolves, rolls back when it rejects. */
  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` on one connection. Statements that it starts without waiting are sent together and answered in order; each is a separate
   * transaction.
   */
  withConnection<Result>(work: (connection: Database) => Promise<Result>, options?: ConnectionOptions): Promise<Result>;
  /**
   * Runs a statement for one item. On a busy system, items of several requests are batched into one statement, which halves the cost for
   * PostgreSQL. If the batch fails, the statement is repeated for each item, so that requests do not affect each other. In a transaction, it
   * runs at once, as part of the transaction.
   *
   * @returns the row of the item; undefined if the statement returned none for it
   */
  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined>;
  /** Whether this is an open transaction. */
  readonly isTransaction?: boolean;
  /** A query builder on the same connections (in a transaction: on its connection), for statements that depend on the request. */
  readonly knex: Knex;
}

/** What the tables of a system have: a host's differ from those of a stand-alone system, and between hosts. */
export interface Tables {
  /** Whether a table or a column exists: `has('article_version')`, `has('dynamic_field_value.index_value')`. */
  has(name: string): boolean;
  /** The most characters that a column holds: `lengthOf('ticket.title')`; infinite if there is no limit. */
  lengthOf(column: string): number;
}

/** A statement that reads or writes any number of independent items. */
export interface SharedStatement<Item> {
  /** The statement for one or more items. Let it have few different texts, so that they stay prepared. */
  statementFor(items: readonly Item[]): { readonly text: string; readonly values: readonly unknown[] };
  /** The size of an item in characters: large items are not batched. */
  sizeOf(item: Item): number;
}

/** The result of a {@link SharedStatement} for one item. */
export interface SharedRow {
  /** The position of the item, counted from 1. */
  readonly position: number;
}

/** Hints about a statement. */
export interface StatementOptions {
  /**
   * Plan the statement for the values of each request instead of preparing it once: for conditions that match few or many rows depending
   * on their values.
   */
  readonly isPlannedByValues?: boolean;
  /**
   * The statement is a search with the client's conditions, which may be slow: it runs on separate connections, and is cancelled after
   * `database.searchTimeout` (`Database.SearchTooSlow`). Has no effect in a transaction.
   */
  readonly isSearch?: boolean;
  /**
   * The statement reads a few rows by an index: it shares a connection with other such statements that start in the same turn of the event
   * loop, and waits for their answers.
   */
  readonly isQuick?: boolean;
}

/** Options of {@link Database.withConnection}. */
export type ConnectionOptions = Pick<StatementOptions, 'isSearch'>;

/** A change of the database schema. Migrations are append-only and never import application code. */
export interface Migration {
  /** Unique among all packages, for example `plugin-ticket/001-tables`. */
  readonly name: string;
  /** The reason for the migration, in one sentence. */
  readonly why: string;
  /**
   * `family`: tables of the OTRS family, which are not changed in attached mode. `ticketgate`: our own schema. The migration runs with that
   * schema first in the `search_path`; other statements refer to our tables as `ticketgate.<name>`.
   */
  readonly schema: 'family' | 'ticketgate';
  up(database: Database): Promise<void>;
}

/**
 * An index that statements rely on. A stand-alone system creates it in a migration; in attached mode, the administrator decides
 * (`ticketgate indexes`).
 */
export interface ExpectedIndex {
  /** Unique among all packages, for example `ticket_title_lower`. */
  readonly name: string;
  readonly table: string;
  /** Method and columns, as `pg_get_indexdef` writes them: `btree (lower((title)::text))`. */
  readonly definition: string;
  /** The extension that has its operators, if they are not PostgreSQL's own. */
  readonly extension?: 'pg_trgm';
  /** The requests that are faster with it, for example `TicketSearch by Title`. */
  readonly serves: string;
}
