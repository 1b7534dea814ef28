import {
  cloneService,
  deleteService,
  describeImpact,
  disableService,
  enableService,
  getVersion,
  prepareDraft,
  renameService,
  rollBack,
} from '@ticketgate/admin';
import { renderCodeFrame } from '@ticketgate/definition';
import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { createFileError } from '@ticketgate/runtime';

import { addChangeOptions, changeFrom, readVersion, printSideEffects, withAdmin } from './admin-context.js';
import { confirmDeletion, printLine, printProgress } from './terminal.js';

/** Commands that change a service as a whole. */
export function addServiceChangeCommands(service: Command): void {
  addValidityCommand(service, 'enable', 'serve a web service again');
  addValidityCommand(service, 'disable', 'keep a web service, but stop serving it');
  addCopyCommand(service, 'clone', 'add a second web service with the same definition, without its BasePath');
  addCopyCommand(service, 'rename', 'give a web service another name, which is part of its URL');
  addRollbackCommand(service);
  addDeleteCommand(service);
}

const VALIDITY = { enable: enableService, disable: disableService } as const;

function addValidityCommand(service: Command, verb: keyof typeof VALIDITY, description: string): void {
  addChangeOptions(service.command(verb).description(description).argument('<name>')).action(
    async (name, _options, command) => {
      await withAdmin(command, async (admin) => {
        const { isChanged } = await VALIDITY[verb](admin, name, await changeFrom(admin, command));
        printLine(isChanged ? `web service "${name}" ${verb}d` : `web service "${name}" is ${verb}d already`);
        await printSideEffects(admin, name);
      });
    },
  );
}

const COPIES = {
  // A renamed service may have left its file behind.
  clone: { run: cloneService, done: 'copied to', changed: 'newName' },
  rename: { run: renameService, done: 'renamed to', changed: 'name' },
} as const;

function addCopyCommand(service: Command, verb: keyof typeof COPIES, description: string): void {
  const { run, done, changed } = COPIES[verb];
  const command = service.command(verb).description(description).argument('<name>').argument('<new-name>');
  addChangeOptions(command).action(async (...[name, newName, , self]) => {
    await withAdmin(self, async (admin) => {
      await run(admin, { name, newName }, await changeFrom(admin, self));
      printLine(`web service "${name}" ${done} "${newName}"`);
      await printSideEffects(admin, { name, newName }[changed]);
    });
  });
}

function addRollbackCommand(service: Command): void {
  const command = service
    .command('rollback')
    .description('make an earlier version the current one; the versions since then stay in the history')
    .argument('<name>')
    .argument('<version>', 'as "service history" shows it', readVersion);
  addChangeOptions(command).action(async (...[name, version, , self]) => {
    await withAdmin(self, async (admin) => {
      const change = await changeFrom(admin, self);
      const { config } = await getVersion(admin, name, version);
      const file = `${name}@${version}`;
      const draft = await prepareDraft(admin, { name, text: config, file, isForced: true });
      const sources = new Map([[file, config]]);
      if (!draft.isPublishable) throw createFileError(draft.diagnostics, sources);
      if (draft.diagnostics.length > 0) printProgress(renderCodeFrame(draft.diagnostics, sources));
      for (const change of draft.changes) printProgress(`  ${describeImpact(change)}`);
      const { isChanged } = await rollBack(admin, { name, version }, change);
      printLine(
        isChanged
          ? `web service "${name}" rolled back to version ${version}`
          : `version ${version} of web service "${name}" has the current definition`,
      );
      await printSideEffects(admin, name);
    });
  });
}

function addDeleteCommand(service: Command): void {
  const command = service
    .command('delete')
    .alias('remove')
    .description('delete a web service with its versions and its debug log')
    .argument('<name>')
    .option('--yes', 'do not ask');
  addChangeOptions(command).action(async (name, options, self) => {
    await withAdmin(self, async (admin) => {
      const change = await changeFrom(admin, self);
      const question = `Delete the web service "${name}" with its versions and its debug log?`;
      if (options.yes !== true && !(await confirmDeletion(question))) return;
      await deleteService(admin, name, change);
      printLine(`web service "${name}" deleted`);
      await printSideEffects(admin, name);
    });
  });
}
