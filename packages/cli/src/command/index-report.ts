import { estimateIndex, type IndexEstimate, type IndexState } from '@ticketgate/database';
import type { Database } from '@ticketgate/sdk';

import { renderTable } from './terminal.js';

const HEAD = ['INDEX', 'STATE', 'COST BEFORE', 'AFTER', 'SIZE', 'SERVES'];

/** One line per index; for a missing one its estimated benefit and cost, according to PostgreSQL. */
export async function reportIndexes(database: Database, states: readonly IndexState[]): Promise<string> {
  const rows: string[][] = [];
  for (const each of states) rows.push(await rowOf(database, each));
  return renderTable([HEAD, ...rows]);
}

async function rowOf(database: Database, each: IndexState): Promise<string[]> {
  const { expected, state, bytes } = each;
  const { name, serves } = expected;
  if (state === 'present') return [name, state, '', '', renderBytes(bytes), serves];
  const estimate = await tryEstimate(database, each);
  if (estimate === undefined) return [name, state, '?', '?', '?', serves];
  const { costBefore, costAfter } = estimate;
  return [name, state, renderCost(costBefore), renderCost(costAfter), `about ${renderBytes(estimate.bytes)}`, serves];
}

/** A role that may not create temporary tables or the extension still gets the list. */
async function tryEstimate(database: Database, { expected }: IndexState): Promise<IndexEstimate | undefined> {
  try {
    return await estimateIndex(database, expected);
  } catch {
    return undefined;
  }
}

function renderCost(cost: number): string {
  return Math.round(cost).toLocaleString('en');
}

function renderBytes(bytes = 0): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}
