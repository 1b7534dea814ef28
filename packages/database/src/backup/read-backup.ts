import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { isExpectedError } from '@ticketgate/sdk';

import { explainCause } from '../embedded/data-folder.js';
import {
  BackupUnusable,
  CHECKSUM_LENGTH,
  checksumText,
  END_OF_ROWS,
  readHeader,
  type BackupHeader,
} from './backup-format.js';

/** In a longer line, the file cannot be a backup. The checksum reveals whether it was changed. */
const LONGEST_LINE = 1_000_000;

/** Reads the text of a backup in chunks: memory use depends neither on its length nor on that of a row. */
export class BackupReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** A line outside of rows, without its line break; undefined after the last one. */
  async line(): Promise<string | undefined> {
    let end = this.#rest.indexOf('\n');
    while (end < 0 && this.#rest.length < LONGEST_LINE && (await this.#more())) end = this.#rest.indexOf('\n');
    if (end < 0) return undefined;
    const line = this.#rest.toString('utf8', 0, end);
    this.#rest = this.#rest.subarray(end + 1);
    return line;
  }

  /** The rows of a table, up to the line that ends them: within rows, a backslash is never followed by a dot. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < END_OF_ROWS.length && (await this.#more()));
    if (this.#rest.indexOf(END_OF_ROWS) === 0) {
      this.#rest = this.#rest.subarray(END_OF_ROWS.length);
      return;
    }
    const mark = `\n${END_OF_ROWS}`;
    for (;;) {
      const end = this.#rest.indexOf(mark);
      if (end >= 0) {
        yield this.#rest.subarray(0, end + 1);
        this.#rest = this.#rest.subarray(end + mark.length);
        return;
      }
      // The end of the chunk may be the beginning of the mark.
      const safe = Math.max(0, this.#rest.length - mark.length);
      if (safe > 0) yield this.#rest.subarray(0, safe);
      this.#rest = this.#rest.subarray(safe);
      if (!(await this.#more())) throw new Error('it ends within the rows of a table');
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done === true) return false;
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value]);
    return true;
  }
}

export function openBackup(file: string): BackupReader {
  const gunzip = createGunzip();
  // The reader gets this error as well.
  pipeline(createReadStream(file), gunzip).catch(() => undefined);
  return new BackupReader(gunzip);
}

/** @throws StartError `Database.BackupUnusable` */
export async function readWholeBackup(file: string): Promise<BackupHeader> {
  try {
    const hash = createHash('sha256');
    let head = '';
    let tail: Buffer = Buffer.alloc(0);
    const check = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        if (head.length < LONGEST_LINE) head += chunk.toString('latin1');
        const text = Buffer.concat([tail, chunk]);
        const safe = Math.max(0, text.length - CHECKSUM_LENGTH);
        hash.update(text.subarray(0, safe));
        tail = text.subarray(safe);
      }
    };
    await pipeline(createReadStream(file), createGunzip(), check);
    const [first = '', second = ''] = head.split('\n', 2);
    const header = readHeader(first, Buffer.from(second, 'latin1').toString('utf8'));
    if (header === undefined) throw new BackupUnusable({ file, reason: 'it is not a backup of Ticketgate' });
    if (tail.toString() !== checksumText(hash.digest('hex')))
      throw new BackupUnusable({ file, reason: 'its checksum is wrong, so it was changed or cut off' });
    return header;
  } catch (cause) {
    if (isExpectedError(cause)) throw cause;
    const reason = explainCause(cause);
    throw new BackupUnusable({ file, reason: REASONS[reason] ?? reason }, cause);
  }
}

/** The messages of zlib, in plain words. */
const REASONS: Readonly<Record<string, string>> = {
  'unexpected end of file': 'it is cut off',
  'incorrect header check': 'it is not a backup of Ticketgate',
  'incorrect data check': 'it was changed',
};
