import pg from 'pg';

import type { Target } from './ssl-mode.js';

/** Queries a server on a separate connection. The limit in milliseconds applies to connecting, and again to the answer. */
export async function askAlone<Answer extends object>(
  target: Target,
  statement: string,
  timeout: number,
): Promise<Answer | undefined> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: timeout, query_timeout: timeout });
  client.on('error', () => undefined); // The statement reports it.
  try {
    await client.connect();
    return (await client.query<Answer>(statement)).rows[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}
