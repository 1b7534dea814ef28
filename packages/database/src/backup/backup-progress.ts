const EVERY_MILLISECONDS = 2_000;

/** Reports the progress of a backup or a restore, every two seconds at most. */
export class BackupProgress {
  tables = 0;
  rows = 0;
  #bytes = 0;
  #saidAt = Date.now();
  readonly #say: (sentence: string) => void;

  constructor(say: (sentence: string) => void) {
    this.#say = say;
  }

  async *count(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#bytes += chunk.length;
      this.#look();
      yield chunk;
    }
  }

  addTable(rows: number): void {
    this.tables += 1;
    this.rows += rows;
  }

  #look(): void {
    if (Date.now() - this.#saidAt < EVERY_MILLISECONDS) return;
    this.#saidAt = Date.now();
    this.#say(`${this.tables} tables, ${this.rows} rows, ${Math.round(this.#bytes / 1_000_000)} MB …`);
  }
}
