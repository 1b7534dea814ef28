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

/** How many of something. */
export function readCount(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Write a whole number.');
}
