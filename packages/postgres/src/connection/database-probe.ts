import type pg from 'pg';

import { Connector } from './connector.js';
import type { DatabaseURL } from './database-url.js';
import { TakesNoWrites, type SessionOptions } from './session.js';
import { destroyClient, StatementWatch } from './statement-watch.js';

/** Milliseconds for the connection, and again for the answer. */
const PATIENCE = 2_000;
/** Milliseconds without any answer after which statements of requests are suspicious. */
const SUSPICIOUS = 3_000;

const LOOK = `select current_setting('transaction_read_only') = 'on' as "isReadOnly",
  coalesce(array_length($1::int[], 1), 0) > 0 and not exists (
    select from pg_stat_activity where pid = any($1) and state = 'active'
  ) as "isSilent"`;

interface Found {
  readonly isReadOnly: boolean;
  readonly isSilent: boolean;
}

/**
 * Asks whether the database can serve, on a connection of its own: a busy pool must not make a server look dead. One whose connections
 * wait for answers that PostgreSQL is not working on is not busy: the answers do not get here. Those who ask at the same time get the
 * same answer.
 */
export class DatabaseProbe {
  readonly #requests: StatementWatch;
  readonly #watch = new StatementWatch(PATIENCE);
  readonly #connector: Connector;
  #client: pg.Client | undefined;
  #asking: Promise<string | undefined> | undefined;

  /**
   * @param requests what watches the connections of requests
   * @param session how they begin
   */
  constructor(url: DatabaseURL, requests: StatementWatch, session: SessionOptions) {
    this.#requests = requests;
    const config = { application_name: 'ticketgate health' };
    this.#connector = new Connector({
      url,
      config,
      ...session,
      watch: this.#watch,
      patience: PATIENCE,
    });
  }

  /** Why the database cannot serve; undefined if it can. */
  findObstacle(): Promise<string | undefined> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    return this.#asking;
  }

  async close(): Promise<void> {
    await this.#asking;
    this.#drop();
    this.#watch.close();
  }

  async #ask(): Promise<string | undefined> {
    try {
      this.#client ??= await this.#connect();
      const { rows } = await this.#client.query<Found>(LOOK, [this.#requests.silentFor(SUSPICIOUS)]);
      if (rows[0]?.isReadOnly === true) throw new TakesNoWrites();
      return rows[0]?.isSilent === true ? 'the connections to the database are silent' : undefined;
    } catch (cause) {
      this.#drop();
      return cause instanceof TakesNoWrites ? 'the database takes no writes' : 'the database cannot be reached';
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = await this.#connector.connect();
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined;
    });
    return client;
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) destroyClient(client);
  }
}
