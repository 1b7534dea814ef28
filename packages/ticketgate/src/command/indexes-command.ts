import { dropIndexes, recordChange } from '@ticketgate/database';
import {
  type Answer,
  applyIndexes,
  command,
  type CommandContext,
  commentSchema,
  counted,
  expectedIndexes,
  listIndexes,
  lookUpIndexes,
  missingIndexes,
  type TaskSystem,
} from '@ticketgate/admin';
import { withUnlimited } from '@ticketgate/runtime';
import { flag, optionalMembers } from '@ticketgate/sdk/schema';

import { renderTable } from './terminal.js';

export const indexesCommand = command({
  usage: 'indexes',
  input: optionalMembers({ print: flag(), apply: flag(), drop: flag(), comment: commentSchema }),
  words: {
    print: {
      flags: '--print',
      about: 'print the script that creates the missing indexes',
      conflicts: ['apply', 'drop'],
    },
    apply: { flags: '--apply', about: 'create the missing indexes while the tables are in use', conflicts: ['drop'] },
    drop: ['--drop', 'drop those that --apply made'],
  },
  async run({ print, apply, drop, comment }, context) {
    if (drop === true) return dropAll(comment, context);
    if (apply === true) return makeMissing(comment, context);
    if (print === true) return (await context.call(listIndexes, { estimates: false })).script;
    context.note('Estimating the missing indexes on samples …');
    return describeList((await context.call(listIndexes, {})).items);
  },
  print: (text) => text,
});

async function makeMissing(comment: string, context: CommandContext): Promise<string> {
  const made = await changeIndexes({ action: 'indexes made', comment }, context, async (system) =>
    applyIndexes(system, { missing: missingIndexes(await lookUpIndexes(system)), onProgress: context.note }),
  );
  const sum = made.length === 0 ? 'No index was missing.' : counted(made.length, 'index made.', 'indexes made.');
  return [...made.map((name) => `made ${name}`), sum].join('\n');
}

async function dropAll(comment: string, context: CommandContext): Promise<string> {
  const dropped = await changeIndexes({ action: 'indexes dropped', comment }, context, (system) =>
    withUnlimited(system, (database) => dropIndexes(database, expectedIndexes(system))),
  );
  const sum =
    dropped.length === 0
      ? 'There are no indexes that --apply created.'
      : counted(dropped.length, 'index dropped.', 'indexes dropped.');
  return [...dropped.map((name) => `dropped ${name}`), sum].join('\n');
}

/** It takes longer than a request may, and cannot be a transaction: it is recorded when it has succeeded. */
async function changeIndexes(
  note: { readonly action: string; readonly comment: string },
  context: CommandContext,
  change: (system: TaskSystem) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { system, author } = await context.here();
  const { login, source } = author;
  const names = await change(system);
  await recordChange(system.database, { ...note, subject: 'indexes', after: { names }, author: login, source });
  return names;
}

type Listed = Answer<Awaited<ReturnType<typeof listIndexes.run>>>['items'][number];

/** One line per index; for a missing one its estimated benefit and cost, according to PostgreSQL. */
function describeList(items: readonly Listed[]): string {
  const table = renderTable([['INDEX', 'STATE', 'COST BEFORE', 'AFTER', 'SIZE', 'SERVES'], ...items.map(showIndex)]);
  const count = items.filter(({ state }) => state !== 'present').length;
  if (count === 0) return `${table}\n\nNo index is missing.`;
  return `${table}

${count} are missing. Costs are PostgreSQL's estimates for one typical statement, where reading a page counts 1.
"ticketgate indexes --apply" makes them with "create index concurrently": the tables can be read and written meanwhile.
Each waits for the transactions that are open when it begins. "--print" writes the script, "--drop" takes them away again.`;
}

function showIndex({ name, state, costBefore, costAfter, bytes, serves }: Listed): readonly string[] {
  if (state === 'present') return [name, state, '', '', renderBytes(bytes), serves];
  if (costBefore === null || costAfter === null) return [name, state, '?', '?', '?', serves];
  return [name, state, renderCost(costBefore), renderCost(costAfter), `about ${renderBytes(bytes)}`, serves];
}

function renderCost(cost: number): string {
  return Math.round(cost).toLocaleString('en');
}

function renderBytes(bytes: number | null): string {
  const size = bytes ?? 0;
  if (size < 1_000_000) return `${Math.ceil(size / 1000)} kB`;
  return `${(size / 1_000_000).toFixed(size < 10_000_000 ? 1 : 0)} MB`;
}
