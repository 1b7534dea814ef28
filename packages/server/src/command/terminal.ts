import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { checkNewPassword } from '@ticketgate/accounts';

import { ConfigurationError } from '../configuration/configuration-error.js';

/** Writes to standard output: what a command was asked for. Logs and progress go to standard error. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Shows what takes time. */
export function sayProgress(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/**
 * Writes to the file that somebody named, otherwise to standard output.
 *
 * @throws ConfigurationError when the file cannot be written
 */
export async function writeOutput(file: string | undefined, text: string): Promise<void> {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    await writeFile(file, text);
  } catch (cause) {
    throw new ConfigurationError(`The file ${file} cannot be written. Correct the path of --output.`, { cause });
  }
}

/** The answer of a person at a terminal; undefined if nobody is asked. */
export async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string>((resolve) => {
      reader.question(question, resolve);
      reader.once('close', () => {
        resolve('');
      });
    });
  } finally {
    reader.close();
  }
}

/** Asks somebody at a terminal; a script has decided already. */
export async function confirm(question: string): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `);
  return answer === undefined || /^y(?:es)?$/i.test(answer.trim());
}

/** Rows as aligned columns, for people. */
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
 * @throws ConfigurationError when there is none
 * @throws OperationError `Accounts.PasswordTooShort`, `Accounts.PasswordTooCommon`
 */
export async function readPassword(subject: string, kind: 'agent' | 'customer' = 'agent'): Promise<string> {
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
