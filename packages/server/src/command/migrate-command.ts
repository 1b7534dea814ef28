import type { Command } from 'commander';

import { withSystem } from './command-context.js';
import { say } from './terminal.js';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the tables of the database up to this version; of an attached database only our own schema')
    .action(async (_options: unknown, command: Command) => {
      await withSystem(command, async ({ migrated }) => {
        for (const name of migrated) say(`applied ${name}`);
        say(migrated.length === 0 ? 'The database is up to date.' : `${migrated.length} steps applied.`);
      });
    });
}
