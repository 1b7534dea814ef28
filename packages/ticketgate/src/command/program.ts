import { createRequire } from 'node:module';
import { Command } from '@commander-js/extra-typings';

import { collect } from './program-options.js';

// The package.json is two folders above this one, in `src` and in `dist`, and has a version.
const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string };

/** The `ticketgate` command without its subcommands. */
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
