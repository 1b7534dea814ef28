import { Command } from '@commander-js/extra-typings';
import { adminCommands } from '@ticketgate/admin';
import { version } from '@ticketgate/runtime';

import { addBackupCommands } from './backup-commands.js';
import { addCatalogueCommands } from './catalogue-commands.js';
import { addCompareCommand } from './compare-command.js';
import { addClientCommand } from './client-command.js';
import { addCheckCommand } from './check-command.js';
import { addDebugLogCommands } from './debug-log-commands.js';
import { addDeclaredCommand } from './declared-commands.js';
import { addDoctorCommand } from './doctor-command.js';
import { addIndexCommands } from './index-commands.js';
import { addInvokeCommand } from './invoke-command.js';
import { addMcpCommand } from './mcp-command.js';
import { addMigrateCommand } from './migrate-command.js';
import { addNewCommands } from './new-commands.js';
import { collect } from './program-options.js';
import { addOpenApiCommand } from './openapi-command.js';
import { addServeCommand } from './serve-command.js';
import { addServiceCommands } from './service-commands.js';
import { addTlsCommands } from './tls-commands.js';

/** The `ticketgate` command with all that it can do. */
export function createProgram(): Command {
  const program = new Command('ticketgate')
    .description('Serves YAML web-service definitions over HTTP, with a ticket system behind them.')
    .version(version)
    .option('-c, --config <file>', 'configuration file; may be given several times, later ones override', collect)
    .option('--data <folder>', 'folder of the embedded database (TICKETGATE_DATA)')
    .option(
      '--as <login>',
      'the agent who makes a change, for histories and the audit log; default: the user of this machine',
    )
    .option('--verbose', 'show which database is used')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .showHelpAfterError('Add --help for all options.');
  for (const add of [
    addServeCommand,
    addCheckCommand,
    addDoctorCommand,
    addMigrateCommand,
    addServiceCommands,
    addOpenApiCommand,
    groupOf('agent', 'manage agents, who work on tickets, and programs that act for them'),
    groupOf('customer', 'manage customer users, whom tickets are about'),
    groupOf('role', 'manage roles: permissions that agents share'),
    groupOf('api-key', 'manage the keys that programs send instead of a password'),
    addCatalogueCommands,
    addDebugLogCommands,
    addInvokeCommand,
    addCompareCommand,
    addIndexCommands,
    addNewCommands,
    addTlsCommands,
    addClientCommand,
    addMcpCommand,
    addBackupCommands,
    groupOf('audit', 'show who changed what'),
    groupOf('session', 'list and end sessions'),
    groupOf('events', 'show, retry or drop events that could not be handled'),
  ]) {
    add(program);
  }
  for (const declared of adminCommands) addDeclaredCommand(program, declared);
  return program;
}

/** A group, whose commands are declared beside their tasks. */
function groupOf(name: string, about: string): (program: Command) => void {
  return (program) => {
    program.command(name).description(about);
  };
}
