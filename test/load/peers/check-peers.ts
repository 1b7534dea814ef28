import { deepStrictEqual } from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '@ticketgate/sdk';

import type { Probe } from '../driving/drive.js';

/** What is measured against each other: the same request, at another address. */
export interface Side {
  readonly name: string;
  readonly url: string;
  readonly probe: Probe;
  /** Process ids whose processor time is counted. */
  readonly processes: { readonly server: number; readonly database: number; readonly standbys?: readonly number[] };
}

/** Tables that a request may write, with the column that names the ticket. */
const TABLES = [
  'ticket',
  'article',
  'article_data_mime',
  'article_search_index',
  'article_flag',
  'ticket_flag',
  'ticket_history',
] as const;

/** What differs between two right answers to the same request. */
const VOLATILE = /"(?:Age|TicketID|TicketNumber|ArticleID)":"?\d+"?/g;

/**
 * Sends each side its request, for the same ticket, and compares what it answered and how many rows it wrote.
 *
 * @throws AssertionError when a peer does less, or more, than the product
 */
export async function checkPeers(database: Database, sides: readonly Side[]): Promise<void> {
  const [first, ...others] = sides;
  if (first === undefined) return;
  const { path } = first.probe.next();
  const ticket = TICKET.exec(path)?.[0] ?? '';
  // Once before it counts, so that all of them find the ticket as the same request has left it.
  await observe(database, first, ticket);
  const wanted = await observe(database, first, ticket);
  for (const side of others) {
    const got = await observe(database, side, ticket);
    deepStrictEqual(got, wanted, `${side.name} does not do the same as ${first.name} for ${side.probe.name}`);
  }
}

const TICKET = /\/Ticket\/\d+/;

async function observe(database: Database, { url, probe }: Side, ticket: string): Promise<object> {
  // Unlock times count seconds: a second change within one has no new one to tell of.
  await wait(1000 - (Date.now() % 1000));
  const before = await countRows(database);
  const { method, path, headers, body } = probe.next();
  const response = await fetch(url + path.replace(TICKET, ticket), {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const after = await countRows(database);
  const written = Object.fromEntries(TABLES.map((table) => [table, (after[table] ?? 0) - (before[table] ?? 0)]));
  return { probe: probe.name, answer: text.replaceAll(VOLATILE, ''), written };
}

async function countRows(database: Database): Promise<Readonly<Record<string, number>>> {
  const counts = TABLES.map((table) => `(select count(*) from ${table}) as ${table}`);
  const [row] = await database.query<Record<string, number>>(`select ${counts.join(', ')}`);
  return row ?? {};
}
