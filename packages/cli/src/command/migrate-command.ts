import type { Command } from 'commander';
import type { System } from '@ticketgate/runtime';

import { withSystem } from './command-context.js';
import { printLine } from './terminal.js';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('migrate the database to this version; on an attached database, only our own schema')
    .action(async (_options: unknown, command: Command) => {
      const report = async ({ migrated }: System) => {
        for (const name of migrated) printLine(`applied ${name}`);
        printLine(migrated.length === 0 ? 'The database is up to date.' : `${migrated.length} steps applied.`);
      };
      await withSystem(command, report, 'migrate');
    });
}
