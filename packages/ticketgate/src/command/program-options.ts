import { type CommandUnknownOpts as Command, InvalidArgumentError } from '@commander-js/extra-typings';
import type { Flags } from '@ticketgate/runtime';

/** Options of the whole program, and those of several commands. */
interface SharedOptions extends Flags {
  readonly config?: readonly string[];
  readonly verbose?: true;
  /** Login of the author of a change. */
  readonly as?: string;
  readonly comment?: string;
  /** Do not ask. */
  readonly yes?: true;
  /** Of a server elsewhere. */
  readonly url?: string;
}

/** The shared options of a command, wherever they stand on the command line. */
export function sharedOptions(command: Command): SharedOptions {
  return command.optsWithGlobals();
}

export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

export const COMMENT = ['--comment <text>', 'why, for the audit log'] as const;

export function splitNames(text = ''): readonly string[] {
  return text.split(',').filter(Boolean);
}

export function parseCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a whole number.');
}
