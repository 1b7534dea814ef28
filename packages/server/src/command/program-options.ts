import { InvalidArgumentError, Option } from 'commander';

/** For options that may be given several times. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}

/** How lists are written. */
export function formatOption(): Option {
  return new Option('--format <format>').choices(['text', 'json']).default('text');
}

/** `root@localhost` is one, too. */
export function readEmail(value: string): string {
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return value;
  throw new InvalidArgumentError('Write an e-mail address, for example anna@example.org.');
}

/** A name that something is to have. What does not fit into a path cannot be called by it. */
export function isName(value: string): boolean {
  return /^[^\s/?#\p{Cc}](?:[^/?#\p{Cc}]*[^\s/?#\p{Cc}])?$/u.test(value) && value.length <= LONGEST_NAME;
}

const LONGEST_NAME = 200;
