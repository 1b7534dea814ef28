import { resolve } from 'node:path';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { applyCatalogue, catalogueSystemOf, compareCatalogue, readCatalogue } from '@ticketgate/admin';
import { ConfigurationError, type System } from '@ticketgate/runtime';

import { addCommentOption, readAuditNote } from './audited.js';
import { withSystem } from './command-context.js';
import { printLine } from './terminal.js';

const FILE = '[file]';
const DEFAULT_FILE = 'default: catalogue.file of the configuration';

/** Those that read files. */
export function addCatalogueCommands(catalogue: Command): void {
  const apply = catalogue
    .command('apply')
    .description('apply a catalogue file to the database; nothing is removed')
    .argument(FILE, DEFAULT_FILE);
  addCommentOption(apply).action(async (file, _options, command) => {
    await withSystem(command, async (system) => {
      const chosen = chooseFile(system, file);
      const target = catalogueSystemOf(system);
      const entries = await readCatalogue(chosen, target.kinds);
      const note = await readAuditNote(command, system);
      printChanges(await applyCatalogue(target, entries, { ...note, subject: chosen }));
    });
  });
  catalogue
    .command('diff')
    .description('show what "apply" would change, and change nothing')
    .argument(FILE, DEFAULT_FILE)
    .action(async (file, _options, command) => {
      await withSystem(command, async (system) => {
        const target = catalogueSystemOf(system);
        printChanges(await compareCatalogue(target, await readCatalogue(chooseFile(system, file), target.kinds)));
      });
    });
}

function printChanges(changes: readonly string[]): void {
  for (const change of changes) printLine(change);
  const count = changes.length === 1 ? '1 change.' : `${changes.length} changes.`;
  printLine(changes.length === 0 ? 'The database already matches the file.' : count);
}

function chooseFile({ configuration }: System, file: string | undefined): string {
  const chosen = file === undefined ? configuration.catalogue.file : resolve(file);
  if (chosen === null) throw new ConfigurationError('catalogue.file is null; name a file.');
  return chosen;
}
