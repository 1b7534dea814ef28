import { Command } from '@commander-js/extra-typings';
import { adminCommands, type AnyCommand } from '@ticketgate/admin';
import { version } from '@ticketgate/runtime';

import { addBackupCommands } from './backup-commands.js';
import { addCheckCommand } from './check-command.js';
import { catalogueCommands } from './catalogue-commands.js';
import { compareCommand } from './compare-command.js';
import { debugLogCommands } from './debug-log-commands.js';
import { addDeclaredCommand, groupOf } from './declared-commands.js';
import { doctorCommand } from './doctor-command.js';
import { indexesCommand } from './indexes-command.js';
import { invokeCommand } from './invoke-command.js';
import { serviceCommands } from './service-commands.js';
import { addMcpCommand } from './mcp-command.js';
import { addMigrateCommand } from './migrate-command.js';
import { addNewCommands } from './new-commands.js';
import { collect } from './program-options.js';
import { addClientCommand, addOpenApiCommand } from './openapi-command.js';
import { addServeCommand } from './serve-command.js';
import { addServiceNewCommand } from './service-new-command.js';
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
    declared(doctorCommand),
    addMigrateCommand,
    groupNamed('service', 'manage the web services in the database'),
    addOpenApiCommand,
    groupNamed('agent', 'manage agents, who work on tickets, and programs that act for them'),
    groupNamed('customer', 'manage customer users, whom tickets are about'),
    groupNamed('role', 'manage roles: permissions that agents share'),
    groupNamed('api-key', 'manage the keys that programs send instead of a password'),
    groupNamed('catalogue', 'manage groups, queues, dynamic fields and other entries'),
    groupNamed('debug-log', 'search, show and replay recorded requests'),
    declared(invokeCommand),
    declared(compareCommand),
    declared(indexesCommand),
    addNewCommands,
    addTlsCommands,
    addClientCommand,
    addMcpCommand,
    addBackupCommands,
    groupNamed('audit', 'show who changed what'),
    groupNamed('session', 'list and end sessions'),
    groupNamed('events', 'show, retry or drop events that could not be handled'),
  ]) {
    add(program);
  }
  addServiceNewCommand(groupOf(program, ['service']));
  for (const each of [...adminCommands, ...serviceCommands, ...catalogueCommands, ...debugLogCommands])
    addDeclaredCommand(program, each);
  return program;
}

function declared(each: AnyCommand): (program: Command) => void {
  return (program) => {
    addDeclaredCommand(program, each);
  };
}

function groupNamed(name: string, about: string): (program: Command) => void {
  return (program) => {
    program.command(name).description(about);
  };
}
