import { resolve } from 'node:path';
import type { Command } from 'commander';

import { applyCatalogue, compareCatalogue } from '../catalogue/apply-catalogue.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import type { System } from '../system/open-system.js';
import { audited } from './audited.js';
import { withSystem } from './command-context.js';
import { say } from './terminal.js';

export function addCatalogueCommands(program: Command): void {
  const catalogue = program
    .command('catalogue')
    .description('groups, queues, states and more from config/catalogue.yml');
  catalogue
    .command('apply')
    .description('apply a catalogue file to the database; nothing is removed')
    .argument('[file]', 'default: catalogue.file of the configuration')
    .action(async (file: string | undefined, _options: unknown, command: Command) => {
      await withSystem(command, async (system) => {
        const chosen = chooseFile(system, file);
        const changes = await audited(command, system, {
          action: 'catalogue applied',
          subject: chosen,
          after: (sentences) => ({ changes: sentences }),
          change: () => applyCatalogue(system, chosen),
        });
        for (const change of changes) say(change);
        say(changes.length === 0 ? 'The database already matches the file.' : `${changes.length} changes.`);
      });
    });
  catalogue
    .command('diff')
    .description('show what "apply" would change, and change nothing')
    .argument('[file]', 'default: catalogue.file of the configuration')
    .action(async (file: string | undefined, _options: unknown, command: Command) => {
      await withSystem(command, async (system) => {
        const changes = await compareCatalogue(system, chooseFile(system, file));
        for (const change of changes) say(change);
        say(changes.length === 0 ? 'The database already matches the file.' : `${changes.length} changes.`);
      });
    });
}

function chooseFile({ configuration }: System, file: string | undefined): string {
  const chosen = file === undefined ? configuration.catalogue.file : resolve(file);
  if (chosen === null) throw new ConfigurationError('catalogue.file is null; name a file.');
  return chosen;
}
