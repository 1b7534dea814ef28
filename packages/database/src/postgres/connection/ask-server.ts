import pg from 'pg';
import { explainError } from '@ticketgate/sdk';

import { describeHost, type DatabaseHost, type DatabaseURL } from './database-url.js';
import { connectBySSLMode, type Target } from './ssl-mode.js';

/** Milliseconds for connecting to a server, and again for its answer. */
const TIMEOUT = 3_000;

interface ServerAnswer<Answer> {
  readonly host: string;
  readonly answer?: Answer;
  /** Why there is no answer. */
  readonly problem?: string;
}

/** Queries one server of a URL on a separate connection. */
export async function askServer<Answer extends object>(
  url: DatabaseURL,
  place: DatabaseHost,
  statement: string,
): Promise<ServerAnswer<Answer>> {
  const host = describeHost(place);
  try {
    return { host, answer: await connectBySSLMode(url, place, (target) => ask<Answer>(target, statement)) };
  } catch (cause) {
    return { host, problem: explainError(cause) };
  }
}

async function ask<Answer extends object>(target: Target, statement: string): Promise<Answer> {
  const client = new pg.Client({ ...target, connectionTimeoutMillis: TIMEOUT, query_timeout: TIMEOUT });
  client.on('error', () => undefined); // The statement reports it.
  try {
    await client.connect();
    const [answer] = (await client.query<Answer>(statement)).rows;
    if (answer === undefined) throw new Error('it does not answer');
    return answer;
  } finally {
    await client.end().catch(() => undefined);
  }
}
