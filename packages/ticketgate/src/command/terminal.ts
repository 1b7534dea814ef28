import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { checkNewPassword } from '@ticketgate/accounts';
import { ConfigurationError, EXIT_CODE, withoutControls } from '@ticketgate/runtime';
import { errorCode } from '@ticketgate/database/postgres';

/** Writes to standard output: what a command was asked for. Logs and progress go to standard error. */
export function printLine(line: string): void {
  process.stdout.write(`${withoutControls(line)}\n`);
}

/** Writes to standard error: progress, warnings and hints. */
export function printProgress(sentence: string): void {
  process.stderr.write(`${withoutControls(sentence)}\n`);
}

/**
 * Writes to the file that somebody named, otherwise to standard output.
 *
 * @throws ConfigurationError if the file cannot be written
 */
export async function writeOutput(
  file: string | undefined,
  text: string,
  { isNew = false }: { /** Never over another file. */ readonly isNew?: boolean } = {},
): Promise<void> {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    await writeFile(file, text, { flag: isNew ? 'wx' : 'w' });
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') {
      throw new ConfigurationError(`The file ${file} exists already. Name another one, or delete it.`, { cause });
    }
    throw new ConfigurationError(`The file ${file} cannot be written. Correct the path.`, { cause });
  }
}

/** Thrown when a question is answered with Ctrl-C or Ctrl-D. */
export class Cancelled extends Error {
  constructor() {
    super('Cancelled: nothing was written or changed.');
  }
}

/** Asks a person at a terminal; undefined if nobody is there. @throws Cancelled */
async function prompt(question: string): Promise<string | undefined> {
  if (!isAttended()) return undefined;
  const reader = createInterface({ input: process.stdin, output: process.stderr, prompt: question });
  reader.prompt();
  for await (const line of reader) return line.trim();
  printProgress('');
  throw new Cancelled();
}

/**
 * Asks before something is deleted for good; a script has to say that it means it.
 *
 * @throws Cancelled
 * @throws ConfigurationError if nobody can answer
 */
export async function confirmDeletion(question: string): Promise<boolean> {
  if (!isAttended()) throw new ConfigurationError(`${question} Nobody is there to answer: add --yes to delete.`);
  return confirm(question);
}

function isAttended(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/**
 * Asks somebody at a terminal; a script has decided already.
 *
 * @throws Cancelled
 */
export async function confirm(question: string): Promise<boolean> {
  const answer = await prompt(`${question} [y/N] `);
  const isConfirmed = answer === undefined || /^y(?:es)?$/i.test(answer);
  if (!isConfirmed) printProgress('Nothing was changed.');
  return isConfirmed;
}

/** Ctrl-C aborts the signal, until `end` is called. */
export function interruption(): { readonly signal: AbortSignal; readonly end: () => void } {
  const stop = new AbortController();
  const end = onSignal(() => stop.abort());
  return { signal: stop.signal, end };
}

/**
 * Ctrl-C ends a command after the database server that it has started, which would otherwise run on. With other listeners to the signal, they
 * end the command.
 *
 * @returns stops listening
 */
export function stopOnSignal(server: { readonly stop: () => Promise<void> } | undefined): () => void {
  return onSignal((signal) => {
    if (server === undefined || process.listenerCount(signal) > 0) return;
    void server.stop().finally(() => process.exit(EXIT_CODE.cancelled));
  });
}

function onSignal(listener: (signal: NodeJS.Signals) => void): () => void {
  process.once('SIGINT', listener).once('SIGTERM', listener);
  return () => void process.removeListener('SIGINT', listener).removeListener('SIGTERM', listener);
}

export function renderTable(rows: readonly (readonly string[])[]): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const renderRow = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return rows.map(renderRow).join('\n');
}

/**
 * A new password from standard input: the first line of what is piped in, or typed without being shown. One that cannot be
 * used is refused here, before a database is opened or even made for it.
 *
 * @throws ConfigurationError if there is none
 * @throws OperationError `Accounts.PasswordTooShort`, `Accounts.PasswordTooCommon`
 */
export async function readPassword(subject: string, kind: 'agent' | 'customer'): Promise<string> {
  const input = process.stdin.isTTY ? await askHidden(`Password for ${subject}: `) : await text(process.stdin);
  const password = input.split(/\r?\n/)[0] ?? '';
  if (password === '') {
    throw new ConfigurationError(
      `There is no password on standard input. Pipe it in, for example: ticketgate ${kind} set-password ${subject} < password.txt`,
    );
  }
  checkNewPassword(password);
  return password;
}

function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({
    write(_chunk, _encoding, done) {
      done();
    },
  });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise((resolve) => {
    reader.question('', (answer) => {
      reader.close();
      process.stderr.write('\n');
      resolve(answer);
    });
  });
}
