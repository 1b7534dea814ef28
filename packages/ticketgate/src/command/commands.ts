import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { adminCommands, type AnyCommand } from '@ticketgate/admin';

import { addBackupCommands } from './backup-commands.js';
import { addCheckCommand } from './check-command.js';
import { catalogueCommands } from './catalogue-file-commands.js';
import { compareCommand } from './compare-command.js';
import { debugLogCommands } from './debug-log-commands.js';
import { addDeclaredCommand, openGroup } from './declared-commands.js';
import { doctorCommand } from './doctor-command.js';
import { indexesCommand } from './indexes-command.js';
import { invokeCommand } from './invoke-command.js';
import { serviceCommands } from './service-file-commands.js';
import { addMigrateCommand } from './migrate-command.js';
import { addNewCommands } from './new-commands.js';
import { addOpenApiCommand } from './openapi-command.js';
import { COMMANDS } from './program.js';
import { addServeCommand } from './serve-command.js';
import { addServiceNewCommand } from './service-new-command.js';

/** Those that are no group of tasks. */
const ADDING: Readonly<Record<string, (program: Command) => void>> = {
  serve: addServeCommand,
  check: addCheckCommand,
  doctor: declared(doctorCommand),
  migrate: addMigrateCommand,
  openapi: addOpenApiCommand,
  invoke: declared(invokeCommand),
  compare: declared(compareCommand),
  indexes: declared(indexesCommand),
  new: addNewCommands,
  backup: addBackupCommands,
};

/** Adds all that the program can do. */
export function addCommands(program: Command): void {
  for (const [usage, about] of Object.entries(COMMANDS)) {
    const [name = ''] = usage.split(' ');
    ADDING[name]?.(program);
    openGroup(program, [name]).description(about);
  }
  addServiceNewCommand(openGroup(program, ['service']));
  for (const each of [...adminCommands, ...serviceCommands, ...catalogueCommands, ...debugLogCommands])
    addDeclaredCommand(program, each);
}

function declared(each: AnyCommand): (program: Command) => void {
  return (program) => addDeclaredCommand(program, each);
}
