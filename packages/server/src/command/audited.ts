import { hostname, userInfo } from 'node:os';
import { findAuthor, type Author } from '@ticketgate/admin';
import { AuditLog, type AuditEntry } from '@ticketgate/database';
import type { Data, Directory } from '@ticketgate/sdk';
import type { Command } from 'commander';

import type { System } from '../system/open-system.js';

/** Who makes a change and why. */
export interface AuthorOptions {
  readonly as?: string;
  readonly comment?: string;
}

export function addCommentOption(command: Command): Command {
  return command.option('--comment <text>', 'why, for the audit log');
}

/** A change and what the audit log is told of it. */
interface Audited<Result> extends Pick<AuditEntry, 'action' | 'subject' | 'before'> {
  readonly after?: Data | ((result: Result) => Data);
  readonly change: () => Promise<Result>;
}

/** Who it is, checked before anything is changed. */
export function authorFrom(
  system: { directory(): Promise<Directory> },
  { as: login }: Pick<AuthorOptions, 'as'>,
): Promise<Author> {
  return findAuthor(system, { login, source: `command of ${userName()} on ${hostname()}` });
}

/** Makes a change and records it, unless it fails. */
export async function audited<Result>(
  command: Command,
  system: System,
  { change, after, ...changed }: Audited<Result>,
): Promise<Result> {
  const options = command.optsWithGlobals<AuthorOptions>();
  const { login, source } = await authorFrom({ directory: () => system.accounts.directory() }, options);
  const result = await change();
  const state = typeof after === 'function' ? after(result) : after;
  const entry = { ...changed, after: state, author: login, comment: options.comment, source };
  await new AuditLog(system.database).record(entry);
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
