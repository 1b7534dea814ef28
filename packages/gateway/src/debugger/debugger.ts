import type { Logger } from '@ticketgate/sdk';

import type { DebuggerEntry, DebuggerSink } from '../ports.js';

export interface DebuggerLimits {
  /** Requests that may wait for being written; more push out the oldest. */
  readonly queueLength: number;
  /** Milliseconds between two writes. */
  readonly interval: number;
  /** Requests per write. */
  readonly batch: number;
}

/** Takes what was recorded off the request path: a bounded queue, written in batches. */
export class Debugger {
  readonly #sink: DebuggerSink;
  readonly #logger: Logger;
  readonly #limits: DebuggerLimits;
  #queue: DebuggerEntry[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(sink: DebuggerSink, logger: Logger, limits: DebuggerLimits) {
    this.#sink = sink;
    this.#logger = logger;
    this.#limits = limits;
  }

  /** Entries that were lost since the start: pushed out of the queue, or refused by the database. */
  get dropped(): number {
    return this.#dropped;
  }

  add(entry: DebuggerEntry): void {
    this.#queue.push(entry);
    if (this.#queue.length > this.#limits.queueLength) {
      this.#queue.shift();
      this.#dropped += 1;
    }
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, this.#limits.interval).unref();
  }

  /** Resolves when everything that was added before has been written. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#queue.length > 0) await this.#write(this.#queue.splice(0, this.#limits.batch));
  }

  async #write(batch: readonly DebuggerEntry[]): Promise<void> {
    try {
      await this.#sink.write(batch);
    } catch (error) {
      this.#dropped += batch.length;
      const reason = error instanceof Error ? error.message : String(error);
      this.#logger.error('debugger entries could not be stored and are lost', { requests: batch.length, reason });
    }
  }
}
