import type pg from 'pg';

import { askServer } from './ask-server.js';
import { Connector } from './connector.js';
import { DatabaseURL, type DatabaseHost } from './database-url.js';
import { ReadOnlyServer, type SessionOptions } from './session.js';
import { destroyClient, StatementWatch } from './statement-watch.js';

/** Milliseconds for connecting, and again for the answer. */
const TIMEOUT = 2_000;
/** Milliseconds without any answer to statements of requests after which their connections are checked. */
const SUSPICIOUS = 3_000;

const READ_ONLY = `current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

const CHECK = `select ${READ_ONLY},
  coalesce(array_length($1::int[], 1), 0) > 0 and not exists (
    select from pg_stat_activity where pid = any($1) and state = 'active'
  ) as "isSilent"`;

interface Health {
  readonly isReadOnly: boolean;
  readonly isSilent: boolean;
}

/**
 * Checks whether the database is available, on a separate connection, so that a busy pool does not count as unavailable. If all connections
 * of the pool wait while PostgreSQL works on none of their statements, answers are being lost, and the database counts as unavailable.
 * Concurrent checks share one query.
 */
export class DatabaseProbe {
  readonly #requests: StatementWatch;
  readonly #watch = new StatementWatch(TIMEOUT);
  readonly #connector: Connector;
  #client: pg.Client | undefined;
  #checking: Promise<string | undefined> | undefined;

  /**
   * @param requests the watch over the connections of requests
   * @param session the options of their sessions
   */
  constructor(url: DatabaseURL, requests: StatementWatch, session: SessionOptions) {
    this.#requests = requests;
    const config = { application_name: 'ticketgate health' };
    this.#connector = new Connector({ url, config, ...session, watch: this.#watch, connectTimeout: TIMEOUT });
  }

  /** Why the database cannot serve; undefined if it can. */
  findObstacle(): Promise<string | undefined> {
    this.#checking ??= this.#check().finally(() => (this.#checking = undefined));
    return this.#checking;
  }

  async close(): Promise<void> {
    await this.#checking;
    this.#drop();
    this.#watch.close();
  }

  async #check(): Promise<string | undefined> {
    try {
      this.#client ??= await this.#connect();
      const { rows } = await this.#client.query<Health>(CHECK, [this.#requests.silentFor(SUSPICIOUS)]);
      if (rows[0]?.isReadOnly === true) throw new ReadOnlyServer();
      return rows[0]?.isSilent === true ? 'the connections to the database are silent' : undefined;
    } catch (cause) {
      this.#drop();
      return cause instanceof ReadOnlyServer ? 'the database takes no writes' : 'the database cannot be reached';
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

export interface HostState {
  /** For example `db.example.org:5432`. */
  readonly host: string;
  readonly state: 'takes writes' | 'takes no writes' | 'away';
  /** Undefined unless it is away. */
  readonly reason: string | undefined;
}

/** Checks all hosts of a URL in parallel. */
export function probeHosts(url: string): Promise<readonly HostState[]> {
  const parts = new DatabaseURL(url);
  return Promise.all(parts.hosts.map((host) => probeHost(parts, host)));
}

async function probeHost(url: DatabaseURL, place: DatabaseHost): Promise<HostState> {
  const {
    host,
    answer,
    problem: reason,
  } = await askServer<Pick<Health, 'isReadOnly'>>(url, place, `select ${READ_ONLY}`);
  if (answer === undefined) return { host, state: 'away', reason };
  return { host, state: answer.isReadOnly ? 'takes no writes' : 'takes writes', reason };
}
