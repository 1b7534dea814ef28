import type { OperationRegistry } from '@ticketgate/gateway';
import {
  InvalidArgumentError,
  type CommandUnknownOpts as Command,
  type Command as TypedCommand,
  type OptionValues,
} from '@commander-js/extra-typings';
import { registerPlugins, type System } from '@ticketgate/runtime';
import { type TaskSystem, adminSystemOf, type Change, findSideEffects, requireMayPublish } from '@ticketgate/admin';

import { addCommentOption, readAuditNote } from './audited.js';
import { withSystem } from './command-context.js';
import { printProgress } from './terminal.js';
import { sharedOptions } from './program-options.js';

/** `--comment` and `--base`. */
export function addChangeOptions<Args extends unknown[], Options extends OptionValues>(
  command: TypedCommand<Args, Options>,
) {
  return addCommentOption(command).option(
    '--base <version>',
    'the version that you started from; the change is refused if another one is current',
    readVersion,
  );
}

export function readVersion(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write the number of a version, as "ticketgate service history" shows it.');
}

/** Runs `work` on the system as administration sees it. */
export async function withAdmin<Result>(
  command: Command,
  work: (admin: TaskSystem) => Promise<Result>,
): Promise<Result> {
  return withSystem(command, (system) => work(adminSystemOf(system, registerOperations(system))));
}

/**
 * The author of a change to a web service, and the reason; fails if this agent may not publish. `--as` is an option of the whole program.
 *
 * @throws OperationError `Admin.PublishNotAllowed`, `Accounts.AgentUnknown`
 */
export async function changeFrom(admin: TaskSystem, command: Command): Promise<Change> {
  requireMayPublish(admin);
  const { base } = sharedOptions(command);
  return { ...(await readAuditNote(command, admin)), base };
}

/** The operations that definitions may name; what is wrong with plugins goes to standard error. */
function registerOperations({ loadedPlugins }: System): OperationRegistry {
  const { operations, problems } = registerPlugins(loadedPlugins, { isCalled: false });
  for (const { message } of problems) printProgress(message);
  return operations;
}

/** After a change, on standard error: it is not what the command was asked for. */
export async function printSideEffects(system: System, name: string): Promise<void> {
  for (const sentence of await findSideEffects(system, name)) printProgress(sentence);
}
