import { createRequire } from 'node:module';
import { Command } from '@commander-js/extra-typings';

import { collect } from './program-options.js';

// The package.json is two folders above this one, in `src` and in `dist`.
const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };

/** The commands of the first level, as the help lists them. */
export const COMMANDS: Readonly<Record<string, string>> = {
  'serve [options]': 'start the server (what "npm start" does)',
  'check [options] [files...]':
    'check definitions and configuration: exit code 0 for no errors, 1 for errors, 2 for an unreadable file',
  'doctor [options]': 'examine the installation and say what to do about what is wrong: exit code 1 for errors',
  migrate: 'migrate the database to this version; on an attached database, only our own schema',
  service: 'manage the web services in the database',
  'openapi [options] <service>': 'write the OpenAPI document of a web service',
  agent: 'add agents, who work on tickets, and programs that act for them, and give them permissions',
  customer: 'set passwords of customer users, whom tickets are about',
  'api-key': 'manage the keys that programs send instead of a password',
  catalogue: 'manage agents, customer users, roles, groups, queues and other entries',
  'debug-log': 'search, show and replay recorded requests',
  'invoke [options] <service> <invoker>': 'call an invoker of a web service as an event would',
  'compare [options] <service>':
    'send recorded requests to a web service here and at a host, and compare the answers; writes are undone',
  'indexes [options]': 'list the indexes that requests need, and make those that are missing',
  new: 'write a package with a new operation or invoker',
  'backup <file>': 'write the whole database to a new file, while it is in use',
  'restore <file>': 'restore a backup into an empty database',
  audit: 'show who changed what',
  session: 'list and end sessions',
  events: 'show, retry or drop events that could not be handled',
};

/** The `ticketgate` command without what it can do. */
export function createProgram(): Command {
  return new Command('ticketgate')
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
}

/** Adds the names of all commands, for a help that starts without the modules of the commands. */
export function listCommands(program: Command): void {
  for (const [usage, about] of Object.entries(COMMANDS)) program.command(usage).description(about);
}
