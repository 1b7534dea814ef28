import pg from 'pg';

/** Milliseconds for the connection, and again for the answer. */
const PATIENCE = 2_000;

/**
 * Asks whether the database answers, on a connection of its own: a busy pool must not make a server look dead. Those
 * who ask at the same time get the same answer.
 */
export class DatabaseProbe {
  readonly #url: string;
  readonly #patience: number;
  #client: pg.Client | undefined;
  #asking: Promise<boolean> | undefined;

  constructor(url: string, patience = PATIENCE) {
    this.#url = url;
    this.#patience = patience;
  }

  answers(): Promise<boolean> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async close(): Promise<void> {
    await this.#asking;
    await this.#drop();
  }

  async #ask(): Promise<boolean> {
    try {
      this.#client ??= await this.#connect();
      await this.#client.query('select 1');
      return true;
    } catch {
      await this.#drop();
      return false;
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'ticketgate health',
      connectionTimeoutMillis: this.#patience,
      query_timeout: this.#patience,
      keepAlive: true,
    });
    client.on('error', () => {
      if (this.#client === client) this.#client = undefined;
    });
    try {
      await client.connect();
      return client;
    } catch (cause) {
      destroy(client);
      throw cause;
    }
  }

  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) destroy(client);
  }
}

/** Without a goodbye: a server that does not answer would not read it. */
function destroy(client: pg.Client): void {
  // pg's types do not have the socket of a connection.
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
