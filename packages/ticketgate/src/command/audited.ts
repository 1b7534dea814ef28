import { hostname, userInfo } from 'node:os';
import { findAuthor, SYSTEM_USER, type Author } from '@ticketgate/admin';
import { recordChange, type AuditEntry } from '@ticketgate/database';
import type { Data } from '@ticketgate/sdk';
import type { CommandUnknownOpts as Command, Command as TypedCommand, OptionValues } from '@commander-js/extra-typings';
import type { System } from '@ticketgate/runtime';

import { sharedOptions } from './program-options.js';

export function addCommentOption<Args extends unknown[], Options extends OptionValues>(
  command: TypedCommand<Args, Options>,
) {
  return command.option('--comment <text>', 'why, for the audit log');
}

/** A change, and its entry in the audit log. */
interface AuditedAction<Result> extends Pick<AuditEntry, 'action' | 'subject'> {
  readonly after?: (result: Result) => Data;
  readonly change: () => Promise<Result>;
}

/**
 * The author of a command's change, and the reason: the agent of `--as`, otherwise the user of this machine.
 *
 * @throws OperationError `Accounts.AgentUnknown`, before anything is changed
 */
export async function readAuditNote(
  command: Command,
  { accounts }: Pick<System, 'accounts'>,
): Promise<{ readonly author: Author; readonly comment: string }> {
  const { as: login, comment = '' } = sharedOptions(command);
  const source = sourceOfCommand();
  if (login === undefined) return { author: { userID: SYSTEM_USER, login: `cli:${userName()}`, source }, comment };
  return { author: await findAuthor(accounts, { login, source }), comment };
}

/** The source of a change by a command, for the audit log. */
export function sourceOfCommand(): string {
  return `command of ${userName()} on ${hostname()}`;
}

/** Runs a change that cannot be one transaction, and records it in the audit log when it has succeeded. */
export async function auditedAfterwards<Result>(
  command: Command,
  system: System,
  { change, after, ...entry }: AuditedAction<Result>,
): Promise<Result> {
  const { author, comment } = await readAuditNote(command, system);
  const { login, source } = author;
  const result = await change();
  await recordChange(system.database, { ...entry, after: after?.(result), comment, author: login, source });
  return result;
}

/** The user of this machine; in a container it may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'somebody');
  }
}
