import { setImmediate as turn } from 'node:timers/promises';
import { CommanderError } from '@commander-js/extra-typings';

import { createProgram } from './program.js';

/** Runs the `ticketgate` command and sets the exit code; never throws. A command ends, even if it left something open. */
export async function runCommand(words: readonly string[]): Promise<void> {
  let lost: Error | undefined;
  process.stdout.on('error', (error: Error) => {
    // The reader of the output, such as `head`, may have exited.
    if (!isClosedPipe(error)) lost ??= error;
  });
  const { failure, isOver } = await runProgram(words.slice(2));
  if (!isOver) return;
  // Errors of the last lines come a turn later.
  await turn();
  // In a worker, the channel to the first process would keep it running.
  process.channel?.unref();
  setTimeout(() => process.exit(), FORGOTTEN_MILLISECONDS).unref();
  if (failure !== undefined) process.exitCode = failure;
  else if (lost !== undefined) process.exitCode = (await import('./failures.js')).reportLostOutput(lost);
}

/** Anything that keeps the process alive longer, such as a timer of a plugin, does so by mistake. */
const FORGOTTEN_MILLISECONDS = 500;

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

interface ProgramRun {
  /** Undefined when the command ran to its end; then it may have set the exit code itself. */
  readonly failure?: number;
  /** False for a command that has only started. */
  readonly isOver: boolean;
}

/**
 * Runs a command and says on standard error why it failed; never throws. The version is printed before any command is loaded.
 *
 * @param words of the command line, without node and script
 */
export async function runProgram(words: readonly string[]): Promise<ProgramRun> {
  const program = createProgram();
  let isOver = true;
  program.hook('preAction', (_program, command) => {
    // It runs until it is stopped.
    isOver = command.name() !== 'serve';
  });
  try {
    const probe = createProgram();
    // This may print the version, and end here.
    const [first] = probe.parseOptions([...words]).operands;
    (await import('./commands.js')).addCommands(program);
    await (await import('./plugin-commands.js')).addPluginCommands(program, probe, first);
    await program.parseAsync([...words], { from: 'user' });
    return { isOver };
  } catch (error) {
    return { failure: await settleFailure(error), isOver: true };
  }
}

async function settleFailure(error: unknown): Promise<number> {
  // Asking for help or the version is not an error.
  if (isClosedPipe(error) || (error instanceof CommanderError && error.exitCode === 0)) return 0;
  return (await import('./failures.js')).reportFailure(error);
}
