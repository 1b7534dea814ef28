import { type CommandUnknownOpts as Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { Flags } from '@ticketgate/runtime';

/** Options of the whole program, and those of several commands. */
interface SharedOptions extends Flags {
  readonly config?: readonly string[];
  readonly verbose?: true;
  /** Login of the author of a change. */
  readonly as?: string;
  readonly comment?: string;
  readonly base?: number;
  /** Of a server elsewhere. */
  readonly url?: string;
}

/** The shared options of a command, wherever they stand on the command line. */
export function sharedOptions(command: Command): SharedOptions {
  return command.optsWithGlobals();
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** `--format`, of commands that print lists. */
export function formatOption() {
  return new Option('--format <format>').choices(['text', 'json']).default('text');
}

/** Reads a whole number. */
export function readCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a whole number.');
}

const MILLISECONDS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A moment as people type it: `30m`, `24h` and `7d` are so long ago; otherwise ISO 8601, without a zone in that of this machine. */
export function readMoment(text: string): Date {
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined)
    return new Date(Date.now() - Number(count) * (MILLISECONDS[unit] ?? 0));
  const moment = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : undefined;
  if (moment !== undefined && !Number.isNaN(moment.getTime())) return moment;
  throw new InvalidArgumentError('Write a time as 2026-11-22T10:00Z, or how long ago it was: 30m, 24h, 7d.');
}
