import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { ConfigurationError } from '@ticketgate/runtime';

/**
 * Writes lines as they come, to the file that somebody named, otherwise to standard output: all of them may be more than fits into memory.
 *
 * @throws ConfigurationError when the file cannot be written
 */
export async function writeLines(file: string | undefined, lines: AsyncIterable<string>): Promise<void> {
  if (file === undefined) {
    for await (const line of lines) {
      if (!process.stdout.write(line)) await once(process.stdout, 'drain');
      if (process.stdout.errored !== null) return;
    }
    return;
  }
  const handle = await open(file, 'w').catch((cause: unknown) => {
    throw new ConfigurationError(`The file ${file} cannot be written. Correct the path of --out.`, { cause });
  });
  try {
    for await (const line of lines) await handle.write(line);
  } finally {
    await handle.close();
  }
}
