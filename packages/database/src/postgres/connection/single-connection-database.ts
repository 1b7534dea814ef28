import type { Database, SharedRow, SharedStatement } from '@ticketgate/sdk';
import type { Knex } from 'knex';

/** A database on one connection: nothing is batched with other requests, and a nested transaction is the same one. */
export abstract class SingleConnectionDatabase implements Database {
  abstract readonly knex: Knex;

  abstract readonly query: Database['query'];

  async queryTogether<Item, Row extends SharedRow>(
    statement: SharedStatement<Item>,
    item: Item,
  ): Promise<Row | undefined> {
    const { text, values } = statement.statementFor([item]);
    const [row] = await this.query<Row>(text, values);
    return row;
  }

  withTransaction<Result>(work: (transaction: Database) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  withConnection<Result>(work: (connection: Database) => Promise<Result>): Promise<Result> {
    return work(this);
  }
}
