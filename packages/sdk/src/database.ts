import type { Knex } from 'knex';

/**
 * The database as operations see it. All statements are prepared once per connection, under a name derived from their text.
 */
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
  /** Runs all of `work` or nothing of it. Within a transaction, it uses that transaction. */
  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` on one connection. Statements that it starts without waiting are sent together and answered in their order; each is a
   * transaction of its own.
   */
  withConnection<Result>(work: (connection: Database) => Promise<Result>, options?: ConnectionOptions): Promise<Result>;
  /**
   * Runs a statement for one item. On a busy system, items of several requests are batched into one statement, which costs PostgreSQL about
   * half as much; if that fails, it runs again for each item, so that no request suffers from another one's mistake. Within a
   * transaction it runs at once, as a part of that transaction.
   *
   * @returns the row of the item; undefined if the statement returned none for it
   */
  queryTogether<Item, Row extends SharedRow>(statement: SharedStatement<Item>, item: Item): Promise<Row | undefined>;
  /** Whether it is an open transaction: others see its writes after the commit only. */
  readonly isTransaction?: boolean;
  /** The query builder on the same connections (within a transaction: on its connection), for statements that depend on the request. */
  readonly knex: Knex;
}

/** A statement that reads or writes any number of independent items. */
export interface SharedStatement<Item> {
  /** The statement for one item or more. It has few different texts, so that they stay prepared. */
  statementFor(items: readonly Item[]): { readonly text: string; readonly values: readonly unknown[] };
  /** The size of an item in characters: large items are not batched. */
  sizeOf(item: Item): number;
}

/** The result of a {@link SharedStatement} for one item. */
export interface SharedRow {
  /** The position of the item, counted from 1. */
  readonly position: number;
}

/** How PostgreSQL treats a statement. */
export interface StatementOptions {
  /**
   * Plan the statement for the values of each request, instead of preparing it once: for conditions that match few or many rows depending
   * on their values.
   */
  readonly isPlannedByValues?: boolean;
  /**
   * The statement is a search, whose conditions come from the client and may take long: it runs on connections for searches only, and is
   * stopped after `database.searchTimeout` (`Database.SearchTooSlow`). Within a transaction it is a statement like any other.
   */
  readonly isSearch?: boolean;
  /**
   * The statement reads a few rows by an index and takes a moment: it shares a connection with other such statements that start in the same
   * turn of the event loop, and waits for the answers to those before it.
   */
  readonly isQuick?: boolean;
}

/** Options of {@link Database.withConnection}. */
export type ConnectionOptions = Pick<StatementOptions, 'isSearch'>;

/**
 * A step that changes the schema. Steps are append-only and never import application code.
 */
export interface Migration {
  /** Unique among all packages, for example `plugin-ticket/001-tables`. */
  readonly name: string;
  /** One sentence: why this step exists. */
  readonly why: string;
  /**
   * `family`: tables of the OTRS family, never touched in attached mode. `ticketgate`: our own schema, always migrated. The step runs
   * with that schema first in its `search_path`. Other statements find tables of ours as `ticketgate.<name>` only.
   */
  readonly schema: 'family' | 'ticketgate';
  up(database: Database): Promise<void>;
}

/**
 * An index that statements rely on. A stand-alone system has it by a migration; on an attached database its admin decides
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
  /** A typical statement that uses it, without placeholders: its plans show the benefit of the index. */
  readonly example: string;
}
