import pg from 'pg';

import type { Target } from './ssl-mode.js';

/** Asks a server one thing on a connection of its own, which it has to accept and answer within so many milliseconds. */
export async function askAlone<Answer extends object>(
  target: Target,
  statement: string,
  timeout: number,
): Promise<Answer | undefined> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: timeout, query_timeout: timeout });
  client.on('error', () => undefined); // the statement fails, too
  try {
    await client.connect();
    return (await client.query<Answer>(statement)).rows[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}
