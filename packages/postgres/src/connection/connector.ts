import pg from 'pg';

import { DatabaseURL, describeHost, type DatabaseHost } from './database-url.js';
import { beginSession, type SessionOptions } from './session.js';
import { destroyClient, processOf, StatementWatch } from './statement-watch.js';

export interface ConnectorOptions extends SessionOptions {
  readonly url: DatabaseURL;
  readonly config: pg.ClientConfig;
  /** Whether statements are prepared under names; default true. */
  readonly namesStatements?: boolean;
  readonly watch: StatementWatch;
  /** Milliseconds within which a host must be ready for statements; default 10,000. */
  readonly patience?: number;
}

const PATIENCE = 10_000;
/** Milliseconds after which the next host is tried, too. */
const HEAD_START = 300;
/** Milliseconds without a word after which the kernel asks whether the other end is there. */
const KEEP_ALIVE = 10_000;

/** Makes connections to the one of several hosts that takes writes, beginning with the one that did so last. */
export class Connector {
  readonly #options: ConnectorOptions;
  #last: DatabaseHost | undefined;

  constructor(options: ConnectorOptions) {
    this.#options = options;
  }

  /** @throws NoHostFits, or what the driver throws for the only host */
  async connect(): Promise<pg.Client> {
    const { hosts } = this.#options.url;
    const order = [...hosts].sort((a, b) => Number(b === this.#last) - Number(a === this.#last));
    const attempts = order.map((host) => async (signal: AbortSignal) => {
      const client = await this.#open(host, signal);
      this.#last = host;
      return client;
    });
    try {
      return await firstOf(attempts);
    } catch (cause) {
      const failures: readonly unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
      throw failures.length === 1 ? failures[0] : new NoHostFits(order, failures);
    }
  }

  async #open(host: DatabaseHost, signal: AbortSignal): Promise<pg.Client> {
    const { url, config, watch, patience = PATIENCE, namesStatements = true } = this.#options;
    const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE };
    const client = new pg.Client({ ...keepAlive, ...config, connectionString: url.urlOf(host) });
    // The error itself is of no use: the end of the connection follows, and only that counts.
    client.on('error', () => undefined);
    const giveUp = () => {
      destroyClient(client, new Error('timeout expired'));
    };
    const timer = setTimeout(giveUp, patience);
    signal.addEventListener('abort', giveUp);
    try {
      await client.connect();
      watch.add(client);
      const server = await beginSession(client, this.#options);
      if (server !== processOf(client)) watch.isPooled = true;
      return Object.assign(client, { namesStatements });
    } catch (cause) {
      destroyClient(client);
      throw cause;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  }
}

/** A connection of its own for work that takes as long as it takes. */
export function connectAlone(url: string, config: pg.ClientConfig): Promise<pg.Client> {
  const watch = new StatementWatch(Infinity);
  return new Connector({ url: new DatabaseURL(url), config, statementTimeout: 0, pooling: 'session', watch }).connect();
}

/** None of several hosts could be connected to and takes writes. */
export class NoHostFits extends Error {
  /** SQLSTATE for a connection that could not be established. */
  readonly code = '08001';

  constructor(hosts: readonly DatabaseHost[], failures: readonly unknown[]) {
    const reasons = hosts.map((host, index) => `${describeHost(host)}: ${reasonOf(failures[index])}`);
    super(`none of the hosts takes writes (${reasons.join('; ')})`);
  }
}

/** Node's error for a name with several addresses has no message. */
function reasonOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  return failure.message === '' && 'code' in failure ? String(failure.code) : failure.message;
}

type Attempt = (signal: AbortSignal) => Promise<pg.Client>;

/**
 * The first connection that is made. Attempts begin one after the other, the next one when those before it have failed or take long, so that
 * a host that is silent holds nobody up. Rejects with the failures, in the order of the attempts.
 */
function firstOf(attempts: readonly Attempt[]): Promise<pg.Client> {
  const over = new AbortController();
  const failures = new Map<number, unknown>();
  return new Promise<pg.Client>((resolve, reject) => {
    let next = 0;
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      over.abort();
    };
    const start = () => {
      clearTimeout(timer);
      const index = next++;
      const attempt = attempts[index];
      if (attempt === undefined) return;
      timer = setTimeout(start, HEAD_START);
      attempt(over.signal).then(
        (client) => {
          if (over.signal.aborted) destroyClient(client);
          else resolve(client);
          end();
        },
        (failure: unknown) => {
          failures.set(index, failure);
          if (over.signal.aborted) return;
          if (failures.size < attempts.length) start();
          else {
            end();
            reject(new AggregateError(attempts.map((_, each) => failures.get(each))));
          }
        },
      );
    };
    start();
  });
}
