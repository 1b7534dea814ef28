import { CommanderError } from '@commander-js/extra-typings';
import { isExpectedError } from '@ticketgate/sdk';
import { ConfigurationError, EXIT_CODE, maskURLs } from '@ticketgate/runtime';
import { errorCode } from '@ticketgate/database/postgres';

import { exitCodeOf } from './exit-code.js';
import { addPluginCommands } from './plugin-commands.js';
import { createProgram } from './program.js';
import { Cancelled } from './terminal.js';

export interface ProgramRun {
  /** Undefined when the command ran to its end; then it may have set the exit code itself. */
  readonly failure?: number;
  /** False for a command that has only started. */
  readonly isOver: boolean;
}

/** Commands that run until they are stopped. */
const LASTING: ReadonlySet<string> = new Set(['serve', 'mcp']);

/**
 * Runs a command and says on standard error why it failed; never throws.
 *
 * @param words of the command line, without node and script
 */
export async function runProgram(words: readonly string[]): Promise<ProgramRun> {
  const program = createProgram();
  let isOver = true;
  program.hook('preAction', (_program, command) => {
    isOver = !LASTING.has(command.name());
  });
  try {
    await addPluginCommands(program, createProgram(), words);
    await program.parseAsync([...words], { from: 'user' });
    return { isOver };
  } catch (error) {
    return { failure: failureOf(error), isOver: true };
  }
}

function failureOf(error: unknown): number {
  // The reader of the output, such as `head`, has closed it.
  if (errorCode(error) === 'EPIPE') return EXIT_CODE.fine;
  if (error instanceof CommanderError) {
    // Commander has written its message; asking for help or the version is not an error.
    return error.exitCode === 0 ? EXIT_CODE.fine : EXIT_CODE.configuration;
  }
  process.stderr.write(`ticketgate: ${describe(error)}\n`);
  return exitCodeOf(error);
}

/** Errors with a code explain themselves; others are bugs, so they are shown with their stack. */
function describe(error: unknown): string {
  const isExpected = error instanceof ConfigurationError || error instanceof Cancelled || isExpectedError(error);
  if (!(error instanceof Error)) return maskURLs(String(error));
  return maskURLs(isExpected ? error.message : (error.stack ?? error.message));
}
