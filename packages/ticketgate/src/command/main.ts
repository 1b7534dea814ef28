import { errorCode } from '@ticketgate/database/postgres';

import { runProgram } from './run-program.js';

/** Runs the `ticketgate` command and sets the exit code; never throws. A command ends, even if it left something open. */
export async function runCommand(words: readonly string[]): Promise<void> {
  process.stdout.on('error', ignoreClosedPipe);
  const { failure, isOver } = await runProgram(words.slice(2));
  if (!isOver) return;
  // In a worker, the channel to the first process would keep it running.
  process.channel?.unref();
  setTimeout(() => process.exit(), FORGOTTEN_MILLISECONDS).unref();
  if (failure !== undefined) process.exitCode = failure;
}

/** Anything that keeps the process alive longer, such as a timer of a plugin, does so by mistake. */
const FORGOTTEN_MILLISECONDS = 500;

/** The reader of the output, such as `head`, has exited. */
function ignoreClosedPipe(error: Error): void {
  if (errorCode(error) !== 'EPIPE') throw error;
}
