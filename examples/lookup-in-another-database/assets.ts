import pg from 'pg';

export interface Asset {
  readonly Name: string;
  readonly Serial: string;
}

/** More of them say nothing to somebody who reads a ticket. */
const MOST_ASSETS = 100;

/** The database of assets. Everything that may take long has a limit: connecting, waiting for a connection, a statement. */
export class Assets {
  readonly #pool: pg.Pool;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: 4,
      connectionTimeoutMillis: 1_000,
      statement_timeout: 1_000,
      query_timeout: 2_000,
      options: '-c default_transaction_read_only=on',
    });
    // A connection that ends while nobody uses it is no news: the next look-up opens another one.
    this.#pool.on('error', () => undefined);
  }

  async ofCustomer(customerID: string): Promise<readonly Asset[]> {
    const { rows } = await this.#pool.query<Asset>({
      name: 'assets-of-customer',
      text: 'select name as "Name", serial as "Serial" from asset where customer_id = $1 order by name limit $2',
      values: [customerID, MOST_ASSETS],
    });
    return rows;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
