import { Command } from '@commander-js/extra-typings';
import { version } from '@ticketgate/runtime';

import { addAgentCommands } from './agent-commands.js';
import { addAuditCommands } from './audit-commands.js';
import { addBackupCommands } from './backup-commands.js';
import { addApiKeyCommands } from './api-key-commands.js';
import { addCatalogueCommands } from './catalogue-commands.js';
import { addCompareCommand } from './compare-command.js';
import { addClientCommand } from './client-command.js';
import { addCheckCommand } from './check-command.js';
import { addCustomerCommands } from './customer-commands.js';
import { addDebugLogCommands } from './debug-log-commands.js';
import { addDoctorCommand } from './doctor-command.js';
import { addEventCommands } from './event-commands.js';
import { addIndexCommands } from './index-commands.js';
import { addInvokeCommand } from './invoke-command.js';
import { addMcpCommand } from './mcp-command.js';
import { addMigrateCommand } from './migrate-command.js';
import { addNewCommands } from './new-commands.js';
import { collect } from './program-options.js';
import { addOpenApiCommand } from './openapi-command.js';
import { addRoleCommands } from './role-commands.js';
import { addServeCommand } from './serve-command.js';
import { addServiceCommands } from './service-commands.js';
import { addSessionCommands } from './session-commands.js';
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
    addAgentCommands,
    addCustomerCommands,
    addRoleCommands,
    addApiKeyCommands,
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
    addAuditCommands,
    addSessionCommands,
    addEventCommands,
  ]) {
    add(program);
  }
  return program;
}
