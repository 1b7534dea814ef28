import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

import { DatabaseURL, describeHost, type DatabaseHost } from './database-url.js';
import type { TableNames } from '../hosts/table-names.js';
import { connectBySSLMode, type Target } from './ssl-mode.js';
import { beginSession, type SessionOptions } from './session.js';
import { destroyClient, readProcessID, StatementWatch } from './statement-watch.js';

/** Runs a statement, which `send` sends, between other statements on its connection, and decides whether its rows count. */
export type Around = <Result>(
  connection: object,
  send: () => Promise<Result>,
  ask: <Own extends object>(text: string, values: readonly unknown[]) => Promise<Own[]>,
) => Promise<Result>;

/** Properties of a connection for code that sends statements on it. */
export interface ConnectionTraits {
  /** False behind a pooler that may run the next statement on another connection, where the prepared statement does not exist. */
  readonly namesStatements: boolean;
  /** The names of tables; default: the family's. */
  readonly tableNames: TableNames | undefined;
  /** For connections to standbys; default: a statement is sent alone. */
  readonly around: Around | undefined;
  /** False after an error: its pool must not reuse it. */
  isUsable: boolean;
}

export type PooledClient = pg.Client & ConnectionTraits;

interface ConnectorOptions extends SessionOptions, Partial<Omit<ConnectionTraits, 'isUsable'>> {
  readonly url: DatabaseURL;
  readonly config: pg.ClientConfig;
  readonly watch: StatementWatch;
  /** Milliseconds within which a host must be ready for statements; default: 5,000. */
  readonly connectTimeout?: number;
}

const CONNECT_TIMEOUT = 5_000;
/** Milliseconds after which the next host is tried in parallel. */
const ATTEMPT_DELAY = 300;
/** Milliseconds of silence after which the kernel sends a keep-alive probe. */
const KEEP_ALIVE = 10_000;

/** Connects to the host that takes writes, beginning with the last one that did. */
export class Connector {
  readonly #options: ConnectorOptions;
  #last: DatabaseHost | undefined;

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  /** @throws NoWritableHost, or the driver's error if there is only one host */
  async connect(): Promise<PooledClient> {
    const { hosts } = this.#options.url;
    const order = [...hosts].sort((a, b) => Number(b === this.#last) - Number(a === this.#last));
    const attempts = order.map((host) => async (signal: AbortSignal) => {
      const client = await this.#open(host, signal);
      this.#last = host;
      return client;
    });
    try {
      return await firstSuccess(attempts);
    } catch (cause) {
      const failures: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
      throw failures.length === 1 ? failures[0] : new NoWritableHost(order, failures);
    }
  }

  #open(host: DatabaseHost, signal: AbortSignal): Promise<PooledClient> {
    return connectBySSLMode(this.#options.url, host, (target) => this.#openTarget(target, signal));
  }

  async #openTarget(target: Target, signal: AbortSignal): Promise<PooledClient> {
    const { config, watch, connectTimeout = CONNECT_TIMEOUT } = this.#options;
    const { namesStatements = true, tableNames, around } = this.#options;
    const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE };
    const traits: ConnectionTraits = { namesStatements, tableNames, around, isUsable: true };
    const client = Object.assign(new pg.Client({ ...keepAlive, ...config, ...target }), traits);
    const markUnusable = () => {
      client.isUsable = false;
    };
    client.on('error', markUnusable).on('end', markUnusable);
    const giveUp = () => destroyClient(client, new Error('timeout expired'));
    const timer = setTimeout(giveUp, connectTimeout);
    signal.addEventListener('abort', giveUp);
    try {
      await client.connect();
      watch.add(client);
      const server = await beginSession(client, this.#options);
      if (server !== readProcessID(client)) watch.isPooled = true;
      return client;
    } catch (cause) {
      destroyClient(client);
      throw cause;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  }
}

/** Opens a connection outside of any pool, for work without a time limit. */
export function connectAlone(url: string, config: pg.ClientConfig): Promise<PooledClient> {
  const watch = new StatementWatch(Infinity);
  return new Connector({ url: new DatabaseURL(url), config, statementTimeout: 0, pooling: 'session', watch }).connect();
}

/** None of the hosts could be reached and takes writes. */
class NoWritableHost extends Error {
  /** SQLSTATE for a connection that could not be established. */
  readonly code = '08001';

  constructor(hosts: readonly DatabaseHost[], failures: readonly unknown[]) {
    const reasons = hosts.map((host, index) => `${describeHost(host)}: ${explainConnectFailure(failures[index])}`);
    super(`none of the hosts takes writes (${reasons.join('; ')})`);
  }
}

/** Node's error for a name with several addresses has no message. */
function explainConnectFailure(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.message === '' && 'code' in failure ? String(failure.code) : failure.message;
}

type Attempt = (signal: AbortSignal) => Promise<PooledClient>;

/**
 * Resolves to the first connection that succeeds. As with Happy Eyeballs (RFC 8305), the next attempt begins when the previous one fails or
 * takes long, so that a silent host does not delay the others. Rejects with the failures, in the order of the attempts.
 */
async function firstSuccess(attempts: readonly Attempt[]): Promise<PooledClient> {
  const over = new AbortController();
  const { signal } = over;
  let turn: Promise<unknown> = Promise.resolve();
  const begun = attempts.map((attempt) => {
    const client = turn.then(() => begin(attempt, over));
    const delay = turn.then(() => wait(ATTEMPT_DELAY, undefined, { signal }));
    turn = Promise.race([client, delay]).catch(() => undefined);
    return client;
  });
  return Promise.any(begun).finally(() => over.abort());
}

/** Only the first connection is kept. */
async function begin(attempt: Attempt, over: AbortController): Promise<PooledClient> {
  over.signal.throwIfAborted();
  const client = await attempt(over.signal);
  if (over.signal.aborted) destroyClient(client);
  over.abort();
  return client;
}
