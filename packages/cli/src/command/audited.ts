import { hostname, userInfo } from 'node:os';
import { findAuthor, SYSTEM_USER, type Author } from '@ticketgate/admin';
import { AuditLog, type AuditEntry } from '@ticketgate/database';
import type { Data, Directory } from '@ticketgate/sdk';
import type { Command } from 'commander';
import type { System } from '@ticketgate/runtime';

/** Who makes a change and why. */
export interface AuthorOptions {
  readonly as?: string;
  readonly comment?: string;
}

export function addCommentOption(command: Command): Command {
  return command.option('--comment <text>', 'why, for the audit log');
}

/** A change, and its entry in the audit log. */
interface AuditedAction<Result> extends Pick<AuditEntry, 'action' | 'subject'> {
  readonly after?: (result: Result) => Data;
  readonly change: () => Promise<Result>;
}

/** The agent of `--as`, checked before anything is changed; otherwise the user of this machine. */
export function authorFrom(
  system: { directory(): Promise<Directory> },
  { as: login }: Pick<AuthorOptions, 'as'>,
): Promise<Author> {
  const source = sourceOfCommand();
  if (login === undefined) return Promise.resolve({ userID: SYSTEM_USER, login: `cli:${userName()}`, source });
  return findAuthor(system, { login, source });
}

/** From where a command changes something. */
export function sourceOfCommand(): string {
  return `command of ${userName()} on ${hostname()}`;
}

/** Does what takes long, or is not a transaction, and records it afterwards, unless it fails. */
export async function auditedAfterwards<Result>(
  command: Command,
  { accounts, database }: System,
  { change, after, ...entry }: AuditedAction<Result>,
): Promise<Result> {
  const options = command.optsWithGlobals<AuthorOptions>();
  const { login, source } = await authorFrom({ directory: () => accounts.directory() }, options);
  const result = await change();
  const { comment } = options;
  await new AuditLog(database).record({ ...entry, after: after?.(result), comment, author: login, source });
  return result;
}

/** In a container the user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'somebody');
  }
}
