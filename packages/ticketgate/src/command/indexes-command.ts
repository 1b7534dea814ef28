import { recordChange } from '@ticketgate/database';
import {
  type Answer,
  applyIndexes,
  command,
  type CommandContext,
  counted,
  IndexNotMade,
  listIndexes,
  lookUpIndexes,
  missingIndexes,
} from '@ticketgate/admin';
import { ConfigurationError } from '@ticketgate/runtime';
import { flag, optionalMembers, text } from '@ticketgate/sdk/schema';

import { renderTable } from './terminal.js';

export const indexesCommand = command({
  usage: 'indexes',
  about: 'list the indexes that requests need, and make those that are missing',
  input: optionalMembers({ print: flag(), apply: flag(), comment: text() }),
  words: {
    print: { flags: '--print', about: 'print the script that creates the missing indexes', conflicts: ['apply'] },
    apply: ['--apply', 'create the missing indexes while the tables are in use'],
  },
  check({ apply, comment }) {
    if (comment !== undefined && apply === undefined)
      throw new ConfigurationError('--comment is for --apply. Leave it out.');
  },
  async run({ print, apply, comment }, context) {
    if (apply === true) return makeMissing(comment, context);
    const { items, script } = await context.call(listIndexes, {});
    return print === true ? script : describeList(items);
  },
  print: (text) => text,
});

/** It takes longer than a request may, and cannot be a transaction: what was made is recorded afterwards. */
async function makeMissing(comment: string | undefined, context: CommandContext): Promise<string> {
  const { system, author } = await context.here();
  const { names, reasons } = await applyIndexes(system, {
    missing: missingIndexes(await lookUpIndexes(system)),
    onProgress: context.note,
  });
  const { login, source } = author;
  const made = { author: login, action: 'indexes made', subject: 'indexes', after: { names }, comment, source };
  if (names.length > 0) await recordChange(system.database, made);
  if (reasons.length > 0) throw new IndexNotMade({ reasons, names });
  const sum = names.length === 0 ? 'No index was missing.' : counted(names.length, 'index made.', 'indexes made.');
  return [...names.map((name) => `made ${name}`), sum].join('\n');
}

type Listed = Answer<Awaited<ReturnType<typeof listIndexes.run>>>['items'][number];

/** One line per index. */
function describeList(items: readonly Listed[]): string {
  const rows = items.map(({ name, state, bytes, serves }) => [name, state, renderBytes(bytes), serves]);
  const table = renderTable([['INDEX', 'STATE', 'SIZE', 'SERVES'], ...rows]);
  const count = items.filter(({ state }) => state !== 'present').length;
  if (count === 0) return `${table}\n\nNo index is missing.`;
  return `${table}

${counted(count, 'index is', 'indexes are')} missing. "ticketgate indexes --apply" makes them with "create index concurrently": the tables can be read and written meanwhile.
Each waits for the transactions that are open when it begins. "--print" writes the script.`;
}

function renderBytes(bytes: number | null): string {
  if (bytes === null) return '';
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}
