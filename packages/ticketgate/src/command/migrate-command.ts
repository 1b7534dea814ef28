import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { counted } from '@ticketgate/admin';
import type { System } from '@ticketgate/runtime';

import { withSystem } from './command-context.js';
import { printLine } from './terminal.js';

export function addMigrateCommand(program: Command): void {
  const about = 'migrate the database to this version; on an attached database, only our own schema';
  program
    .command('migrate')
    .description(about)
    .action(async (_options, command) => {
      const report = async ({ migrated }: System) => {
        for (const name of migrated) printLine(`applied ${name}`);
        const steps = counted(migrated.length, 'step applied.', 'steps applied.');
        printLine(migrated.length === 0 ? 'The database is up to date.' : steps);
      };
      await withSystem(command, report, 'migrate');
    });
}
