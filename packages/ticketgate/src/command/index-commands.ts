import { Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import {
  analyzeStatement,
  dropIndexes,
  indexStatements,
  type IndexState,
  estimateIndex,
  type IndexEstimate,
} from '@ticketgate/database';
import { applyIndexes, expectedIndexes, lookUpIndexes, missingIndexes } from '@ticketgate/admin';
import { withUnlimited, type System } from '@ticketgate/runtime';
import type { Database } from '@ticketgate/sdk';

import { addCommentOption, auditedAfterwards } from './audited.js';
import { withSystem } from './command-context.js';
import { printLine, printProgress, renderTable } from './terminal.js';

interface IndexOptions {
  readonly print?: boolean;
  readonly apply?: boolean;
  readonly drop?: boolean;
}

export function addIndexCommands(program: Command): void {
  addCommentOption(program.command('indexes'))
    .description('list the indexes that requests need, and the benefit of missing ones')
    .addOption(new Option('--print', 'print the script that creates the missing indexes').conflicts(['apply', 'drop']))
    .addOption(new Option('--apply', 'create the missing indexes while the tables are in use').conflicts('drop'))
    .addOption(new Option('--drop', 'drop those that --apply made'))
    .action(async (options, command) => {
      await withSystem(command, (system) => runIndexes(command, system, options));
    });
}

async function runIndexes(command: Command, system: System, options: IndexOptions): Promise<void> {
  if (options.drop === true) {
    await drop(command, system);
    return;
  }
  const states = await lookUpIndexes(system);
  const missing = missingIndexes(states);
  if (options.print === true) printLine(scriptOf(missing));
  else if (options.apply === true) await apply(command, system, missing);
  else await list(system, states);
}

async function list(system: System, states: readonly IndexState[]): Promise<void> {
  printProgress('Estimating the missing indexes on samples …');
  printLine(await reportIndexes(system.database, states));
  const count = missingIndexes(states).length;
  if (count === 0) {
    printLine('\nNo index is missing.');
    return;
  }
  printLine(`
${count} are missing. Costs are PostgreSQL's estimates for one typical statement, where reading a page counts 1.
"ticketgate indexes --apply" makes them with "create index concurrently": the tables can be read and written meanwhile.
Each waits for the transactions that are open when it begins. "--print" writes the script, "--drop" takes them away again.`);
}

async function apply(command: Command, system: System, missing: readonly IndexState[]): Promise<void> {
  const made = await auditedAfterwards(command, system, {
    action: 'indexes made',
    subject: 'indexes',
    after: (names) => ({ names }),
    change: () => applyIndexes(system, { missing, onProgress: printProgress }),
  });
  for (const name of made) printLine(`made ${name}`);
  printLine(made.length === 0 ? 'No index was missing.' : `${made.length} indexes made.`);
}

async function drop(command: Command, system: System): Promise<void> {
  const dropped = await auditedAfterwards(command, system, {
    action: 'indexes dropped',
    subject: 'indexes',
    after: (names) => ({ names }),
    change: () => withUnlimited(system, (database) => dropIndexes(database, expectedIndexes(system))),
  });
  for (const name of dropped) printLine(`dropped ${name}`);
  printLine(dropped.length === 0 ? 'There are no indexes that --apply created.' : `${dropped.length} indexes dropped.`);
}

/** Each statement on its own: `create index concurrently` cannot run within a transaction. */
function scriptOf(missing: readonly IndexState[]): string {
  if (missing.length === 0) return '-- No index is missing.';
  const tables = new Set(missing.map(({ expected }) => expected.table));
  const statements = [...missing.flatMap(indexStatements), ...[...tables].map(analyzeStatement)];
  return [
    '-- Run by the owner of the tables, not within a transaction: psql -f indexes.sql',
    ...[...new Set(statements)].map((statement) => `${statement};`),
  ].join('\n');
}

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
