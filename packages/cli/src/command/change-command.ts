import type { AccountsChange } from '@ticketgate/accounts';
import type { Data } from '@ticketgate/sdk';
import type { Command } from 'commander';

import { addCommentOption, audited } from './audited.js';
import { withSystem } from './command-context.js';
import { readPassword, say } from './terminal.js';

/** What was typed: the words of the command, and the password on standard input if it takes one. */
export interface ChangeWords {
  /** Of the account that is changed. */
  readonly login: string;
  /** The words behind it. */
  readonly rest: readonly string[];
  readonly password: string;
}

/** A command that changes one account, whose login is its first word. */
export interface ChangeCommand<Result> {
  readonly name: string;
  readonly description: string;
  /** Names and descriptions of the words behind the login, with a default for those that may be missing. */
  readonly words?: readonly (readonly [name: string, description: string, byDefault?: string])[];
  /** Whose password comes from standard input. */
  readonly password?: 'agent' | 'customer';
  /** For the audit log, for example `agent disabled`. */
  readonly action: string;
  readonly before?: (accounts: AccountsChange, words: ChangeWords) => Promise<Data>;
  readonly after?: (words: ChangeWords) => Data;
  readonly change: (accounts: AccountsChange, words: ChangeWords) => Promise<Result>;
  /** What is printed at the end. */
  readonly done: (words: ChangeWords, result: Result) => string;
}

export function addChangeCommand<Result>(parent: Command, change: ChangeCommand<Result>): void {
  const command = parent.command(change.name).description(change.description).argument('<login>');
  for (const [name, description, byDefault] of change.words ?? []) command.argument(name, description, byDefault);
  addCommentOption(command).action(async () => {
    // Also those that have a default.
    const [login = '', ...rest] = command.processedArgs.map(String);
    const password = change.password === undefined ? '' : await readPassword(login, change.password);
    const words: ChangeWords = { login, rest, password };
    const { before } = change;
    await withSystem(command, async (system) => {
      const result = await audited(command, system, {
        action: change.action,
        subject: login,
        before: before === undefined ? undefined : (accounts) => before(accounts, words),
        after: change.after?.(words),
        change: (accounts) => change.change(accounts, words),
      });
      say(change.done(words, result));
    });
  });
}
