import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ConfigurationError } from '@ticketgate/runtime';

/**
 * Writes lines as they come, to the file that somebody named, otherwise to standard output: all of them may be more than fits into memory.
 *
 * @throws ConfigurationError when the file cannot be written
 */
export async function writeLines(file: string | undefined, lines: AsyncIterable<string>): Promise<void> {
  const target = file === undefined ? process.stdout : (await openNew(file)).createWriteStream();
  await pipeline(lines, target, { end: file !== undefined });
}

function openNew(file: string): Promise<FileHandle> {
  return open(file, 'w').catch((cause: unknown) => {
    throw new ConfigurationError(`The file ${file} cannot be written. Correct the path of --out.`, { cause });
  });
}
