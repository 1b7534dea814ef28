import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { KINDS, NotWritten, writePackage } from './write-package.js';

const USAGE = `Usage: npm init ticketgate-plugin <folder> [-- options]

Writes a package with an operation for Ticketgate, its test and its web service.

Options:
  --type <type>  what definitions call it (default: from the folder, for example Custom::SayHello)
  --invoker      an invoker, which calls another system, instead of an operation
  --help         show this text
`;

const OPTIONS = {
  type: { type: 'string' },
  invoker: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/**
 * The command behind `npm init ticketgate-plugin`.
 *
 * @param words of the command line
 * @returns the exit code: 0, or 2 when nothing was written
 */
export function createPlugin(words: readonly string[]): number {
  try {
    process.stdout.write(main(words));
    return 0;
  } catch (error) {
    if (!isMistakeOfUser(error)) throw error;
    process.stderr.write(`error: ${error.message}\n`);
    return 2;
  }
}

function main(words: readonly string[]): string {
  const { values, positionals } = parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  if (values.help) return USAGE;
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new NotWritten(`Name one folder.\n\n${USAGE}`);
  const kind = KINDS[values.invoker ? 'invoker' : 'operation'];
  const lines = writePackage(kind, values.type ?? typeFor(folder), folder);
  return `${lines.join('\n')}\n`;
}

/** `Custom::SayHello` for `plugins/say-hello`. */
function typeFor(folder: string): string {
  const parts = basename(resolve(folder)).split(/[^A-Za-z\d]+/);
  return `Custom::${parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('')}`;
}

function isMistakeOfUser(error: unknown): error is Error {
  if (error instanceof NotWritten) return true;
  return (
    typeof error === 'object' && error !== null && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  );
}
