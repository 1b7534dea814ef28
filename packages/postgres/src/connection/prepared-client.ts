import knex, { type Knex } from 'knex';

import { statementName } from './statement-name.js';
import { checkValues } from './statement-too-large.js';

interface QueryObject {
  sql: string;
  bindings?: readonly unknown[];
  options?: Record<string, unknown>;
}

type ClientClass = new (config: Knex.Config) => Knex.Client & {
  _query(connection: unknown, query: QueryObject): Promise<unknown>;
};

// Knex types its client as any, and gives its dialects to instances only.
const PostgresClient = (knex({ client: 'pg' }).client as object).constructor as ClientClass;

/** Knex's PostgreSQL client, which lets the server prepare each statement once per connection. */
export class PreparedClient extends PostgresClient {
  override _query(connection: unknown, query: QueryObject): Promise<unknown> {
    checkValues(query.bindings ?? []);
    const name = statementName(query.sql);
    if (name !== undefined) query.options = { ...query.options, name };
    return super._query(connection, query);
  }
}
