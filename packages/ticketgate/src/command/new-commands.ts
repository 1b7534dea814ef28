import type { CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import { ConfigurationError } from '@ticketgate/runtime';
import { KINDS, NotWritten, writePackage } from 'create-ticketgate-plugin';

import { printLine } from './terminal.js';

export function addNewCommands(program: Command): void {
  const group = program.command('new').description('write a package with a new operation or invoker');
  for (const kind of Object.values(KINDS)) {
    group
      .command(kind.name)
      .description(`write a package with an ${kind.name}, its test and its web service`)
      .argument('<type>', 'for example Custom::Hello')
      .argument('[folder]', `default: the name of the ${kind.name}; it must be empty or absent`)
      .action((type, folder) => {
        written(() => writePackage(kind, { type, folder })).forEach(printLine);
      });
  }
}

/** A mistake of the user is not a failure of the command. */
function written(write: () => readonly string[]): readonly string[] {
  try {
    return write();
  } catch (error) {
    if (error instanceof NotWritten) throw new ConfigurationError(error.message, { cause: error });
    throw error;
  }
}
