import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any text that is looked for: it may begin in one part of a file and end in the next. */
const OVERLAP = 200;
const PART = 4_000_000;

/** The files below a folder that contain one of the texts, which are in lower case, whatever the case of their letters. */
export async function filesWith(folder: string, texts: readonly string[]): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await hasText(file, texts))) found.push(file);
  }
  return found;
}

async function hasText(file: string, texts: readonly string[]): Promise<boolean> {
  let end = '';
  try {
    for await (const part of createReadStream(file, { highWaterMark: PART, encoding: 'latin1' })) {
      const text = end + String(part).toLowerCase();
      if (texts.some((each) => text.includes(each))) return true;
      end = text.slice(-OVERLAP);
    }
    return false;
  } catch (error) {
    // PostgreSQL removes files at any time.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
