import pg from 'pg';

import { DatabaseURL, describeHost } from './database-url.js';

export interface HostState {
  /** For example `db.example.org:5432`. */
  readonly host: string;
  readonly state: 'takes writes' | 'takes no writes' | 'away';
  /** Why it is away. */
  readonly reason: string | undefined;
}

/** Milliseconds that a host may take to accept a connection, and to answer. */
const TIMEOUT = 3_000;

/** Checks all hosts of a URL at the same time. */
export function probeHosts(url: string): Promise<readonly HostState[]> {
  const parts = new DatabaseURL(url);
  return Promise.all(parts.hosts.map((host) => probeHost(parts.urlOf(host), describeHost(host))));
}

async function probeHost(connectionString: string, host: string): Promise<HostState> {
  const limits = { connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT };
  const client = new pg.Client({ connectionString, ...limits });
  client.on('error', () => undefined); // the statement fails, too
  try {
    await client.connect();
    const { rows } = await client.query<{ isReadOnly: boolean }>(
      `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    );
    return { host, state: rows[0]?.isReadOnly === false ? 'takes writes' : 'takes no writes', reason: undefined };
  } catch (cause) {
    return { host, state: 'away', reason: cause instanceof Error ? cause.message : String(cause) };
  } finally {
    await client.end().catch(() => undefined);
  }
}
