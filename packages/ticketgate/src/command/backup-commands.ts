import { resolve } from 'node:path';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { BACKED_UP, checkBackup, recordChange, restoreBackup, streamBackup, writeBackup } from '@ticketgate/database';
import {
  ConfigurationError,
  directURL,
  loadPlugins,
  locateDatabase,
  listMigrations,
  reportProblems,
  requireUsable,
  type System,
  version,
} from '@ticketgate/runtime';

import {
  identifyAuthor,
  configurationFor,
  isVerbose,
  loggerFor,
  printDatabase,
  nameSource,
  withSystem,
} from './command-context.js';
import { sharedOptions } from './program-options.js';
import { printLine, printProgress, stopOnSignal } from './terminal.js';

export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write the whole database to a new file, while it is in use')
    .argument('<file>', 'for example ticketgate-2026-11-22.sql.gz; - for standard output')
    .action(async (file, _options, command) => {
      await withSystem(command, async (system) => {
        const { login: author, source } = await identifyAuthor(command, system);
        await backup(system, file);
        await recordChange(system.database, { action: BACKED_UP, subject: file, author, source });
      });
    });
  program
    .command('restore')
    .description('restore a backup into an empty database')
    .argument('<file>')
    .action(async (file, _options, command) => {
      await restore(file, command);
    });
}

async function backup(system: System, file: string): Promise<void> {
  if (system.isAttached) {
    throw new ConfigurationError(
      'This database belongs to a host system. Back it up with the tools of the host, for example pg_dump; this includes our tables in the schema "ticketgate".',
      { code: 'Server.BackupAttached' },
    );
  }
  const options = { url: directURL(system), version, now: system.now(), onProgress: printProgress };
  if (file === '-') {
    const { tables, rows } = await streamBackup(options, () => process.stdout);
    printProgress(`${tables} tables, ${rows} rows`);
    return;
  }
  const { tables, rows, size } = await writeBackup({ ...options, file: resolve(file) });
  printLine(`${file}: ${tables} tables, ${rows} rows, ${(size / 1_000_000).toFixed(1)} MB`);
}

async function restore(file: string, command: Command): Promise<void> {
  const loaded = configurationFor(command);
  const logger = loggerFor(loaded, 'warn');
  const { plugins, problems } = await loadPlugins(loaded.configuration.plugins, loaded.root);
  requireUsable(problems);
  reportProblems(problems, logger);
  const migrations = listMigrations(plugins);
  printProgress('Checking the file …');
  const backup = await checkBackup(resolve(file), migrations);
  const { configuration } = loaded;
  const location = await locateDatabase({ configuration, logger, purpose: 'migrate', onProgress: printProgress });
  const release = stopOnSignal(location.embedded);
  try {
    if (isVerbose(command)) printDatabase(location);
    const { tables, rows } = await restoreBackup({
      url: directURL({ location, configuration }),
      backup,
      note: { author: sharedOptions(command).as, source: nameSource() },
      onProgress: printProgress,
    });
    printLine(`${tables} tables, ${rows} rows restored, as they were at ${backup.createdAt}`);
  } finally {
    await location.embedded?.stop();
    release();
  }
}
