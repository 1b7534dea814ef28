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
  about: 'list the indexes that requests need, and make those that are missing',
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
    const { items, script } = await context.call(listIndexes, {});
    return print === true ? script : describeList(items);
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

/** One line per index. */
function describeList(items: readonly Listed[]): string {
  const rows = items.map(({ name, state, bytes, serves }) => [name, state, renderBytes(bytes), serves]);
  const table = renderTable([['INDEX', 'STATE', 'SIZE', 'SERVES'], ...rows]);
  const count = items.filter(({ state }) => state !== 'present').length;
  if (count === 0) return `${table}\n\nNo index is missing.`;
  return `${table}

${count} are missing. "ticketgate indexes --apply" makes them with "create index concurrently": the tables can be read and written meanwhile.
Each waits for the transactions that are open when it begins. "--print" writes the script, "--drop" takes them away again.`;
}

function renderBytes(bytes: number | null): string {
  if (bytes === null) return '';
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}
