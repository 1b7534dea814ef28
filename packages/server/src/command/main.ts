import { CommanderError } from 'commander';
import { isExpectedError } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { EXIT_CODE } from '../exit-code.js';
import { maskURLs } from '../logging/mask-secrets.js';
import { exitCodeOf } from './exit-code-of.js';
import { addPluginCommands } from './plugin-commands.js';
import { createProgram } from './program.js';

/** Runs the `ticketgate` command and sets the exit code; never throws. A failed command ends, even if it left something open. */
export async function runCommand(words: readonly string[]): Promise<void> {
  try {
    const program = createProgram();
    await addPluginCommands(program, createProgram(), words.slice(2));
    await program.parseAsync([...words]);
  } catch (error) {
    // Of a worker: to be told something is all that would keep it.
    process.channel?.unref();
    setTimeout(() => process.exit(), FORGOTTEN_MILLISECONDS).unref();
    if (error instanceof CommanderError) {
      // Commander has written its message; asking for help or the version is not an error.
      process.exitCode = error.exitCode === 0 ? EXIT_CODE.fine : EXIT_CODE.configuration;
      return;
    }
    process.stderr.write(`ticketgate: ${describe(error)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}

/** What still keeps the process then, such as a timer of a plugin, does so by mistake. */
const FORGOTTEN_MILLISECONDS = 500;

/** Errors with a code explain themselves; others are bugs, so they are shown with their stack. */
function describe(error: unknown): string {
  const isExpected = error instanceof ConfigurationError || isExpectedError(error);
  if (!(error instanceof Error)) return maskURLs(String(error));
  return maskURLs(isExpected ? error.message : (error.stack ?? error.message));
}
