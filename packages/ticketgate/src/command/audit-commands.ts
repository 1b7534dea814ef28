import { listAudit } from '@ticketgate/admin';
import type { ListedAudit } from '@ticketgate/database';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { readMoment, formatOption, readCount } from './program-options.js';
import { listAllPages } from './run-action.js';
import { printResult, renderList } from './terminal.js';

export function addAuditCommands(program: Command): void {
  program
    .command('audit')
    .description('show who changed what')
    .command('list')
    .description('list changes: when, by whom, what, from what to what, and from where; the newest first')
    .option('--limit <count>', 'most changes to list', readCount, 50)
    .option('--before <id>', 'only changes older than this one', readCount)
    .option('--subject <name>', 'only changes of this service, agent, key …')
    .option('--author <login>', 'only changes by this agent')
    .option('--since <time>', 'only changes since this time: 2026-11-22T10:00Z, or 30m, 24h, 7d ago', readMoment)
    .option('--until <time>', 'only changes before this time', readMoment)
    .option('--action <words>', 'only what begins so: "service disabled", or agent for all that was done to agents')
    .option('--text <text>', 'only changes with this text in action, subject, comment or values')
    .addOption(formatOption())
    .action(async ({ format, limit, since, until, ...search }, command) => {
      const input = { ...search, since: since?.toISOString(), until: until?.toISOString() };
      const entries = await listAllPages(command, listAudit, { most: limit, from: 'before', input });
      printResult(format, entries, () => renderList(entries, HEADINGS, cellsOf));
    });
}

const HEADINGS = 'ID TIME BY WHAT SUBJECT CHANGE FROM COMMENT';

function cellsOf({ id, at, author, action, subject, before, after, source, comment }: ListedAudit): readonly string[] {
  const states = [before, after].map((state) => (state === null ? '-' : JSON.stringify(state))).join(' → ');
  return [String(id), at.toISOString(), author, action, subject, cut(states), source, comment ?? ''];
}

/** Characters of a state in a table; JSON has all of them. */
const LONGEST = 160;

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
