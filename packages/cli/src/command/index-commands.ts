import { Option, type Command } from 'commander';
import { analyzeStatement, dropIndexes, indexStatements, type IndexState } from '@ticketgate/database';
import { applyIndexes, expectedIndexes, lookUpIndexes, missingIndexes } from '@ticketgate/admin';
import { withUnlimited, type System } from '@ticketgate/runtime';

import { addCommentOption, auditedAfterwards } from './audited.js';
import { withSystem } from './command-context.js';
import { reportIndexes } from './index-report.js';
import { say, printProgress } from './terminal.js';

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
    .action(async (options: IndexOptions, command: Command) => {
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
  if (options.print === true) say(scriptOf(missing));
  else if (options.apply === true) await apply(command, system, missing);
  else await list(system, states);
}

async function list(system: System, states: readonly IndexState[]): Promise<void> {
  printProgress('Estimating the missing indexes on samples …');
  say(await reportIndexes(system.database, states));
  const count = missingIndexes(states).length;
  if (count === 0) {
    say('\nNo index is missing.');
    return;
  }
  say(`
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
  for (const name of made) say(`made ${name}`);
  say(made.length === 0 ? 'No index was missing.' : `${made.length} indexes made.`);
}

async function drop(command: Command, system: System): Promise<void> {
  const dropped = await auditedAfterwards(command, system, {
    action: 'indexes dropped',
    subject: 'indexes',
    after: (names) => ({ names }),
    change: () => withUnlimited(system, (database) => dropIndexes(database, expectedIndexes(system))),
  });
  for (const name of dropped) say(`dropped ${name}`);
  say(dropped.length === 0 ? 'There are no indexes that --apply created.' : `${dropped.length} indexes dropped.`);
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
