import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { adminCommands } from '@ticketgate/admin';

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
import { addOpenApiCommand } from './openapi-command.js';
import { addServeCommand } from './serve-command.js';
import { addServiceNewCommand } from './service-new-command.js';

const DECLARED = [
  ...[doctorCommand, invokeCommand, compareCommand, indexesCommand],
  ...[...adminCommands, ...serviceCommands, ...catalogueCommands, ...debugLogCommands],
];

/** In the order of the help. */
export function addCommands(program: Command): void {
  addServeCommand(program);
  addCheckCommand(program);
  addMigrateCommand(program);
  addOpenApiCommand(program);
  addBackupCommands(program);
  for (const each of DECLARED) addDeclaredCommand(program, each);
  addServiceNewCommand(openGroup(program, ['service']));
}
