import { explainError, isOperationError, type Logger } from '@ticketgate/sdk';

import type { DebuggerEntry, DebuggerSink } from '../ports.js';

interface DebuggerLimits {
  /** Requests that may wait to be written; beyond that, the oldest are dropped. */
  readonly queueLength: number;
  /** Bytes of their texts; beyond that, too, the oldest are dropped. */
  readonly queueBytes: number;
  /** Milliseconds between two writes; default 100. */
  readonly interval?: number;
  /** Requests per write; default 200. */
  readonly batch?: number;
  /** Bytes per write, unless a single request has more; default 8,000,000. */
  readonly batchBytes?: number;
}

interface Waiting {
  readonly entry: DebuggerEntry;
  readonly bytes: number;
}

/** Milliseconds until an unavailable database is tried again. */
const RETRY = 1_000;

/** Writes entries of the debug log in batches from a bounded queue, so that requests do not wait for it. */
export class Debugger {
  readonly #sink: DebuggerSink;
  readonly #logger: Logger;
  readonly #limits: Required<DebuggerLimits>;
  #queue: Waiting[] = [];
  #bytes = 0;
  #dropped = 0;
  #reported = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    sink: DebuggerSink,
    logger: Logger,
    { queueLength, queueBytes, interval = 100, batch = 200, batchBytes = 8_000_000 }: DebuggerLimits,
  ) {
    this.#sink = sink;
    this.#logger = logger;
    this.#limits = { queueLength, queueBytes, interval, batch, batchBytes };
  }

  /** Entries lost since the start: dropped from the queue, or refused by the database. */
  get dropped(): number {
    return this.#dropped;
  }

  get waiting(): { readonly requests: number; readonly bytes: number } {
    return { requests: this.#queue.length, bytes: this.#bytes };
  }

  add(entry: DebuggerEntry): void {
    const bytes = sizeUp(entry);
    this.#queue.push({ entry, bytes });
    this.#bytes += bytes;
    this.#dropBeyondLimits();
    this.#flushIn(this.#limits.interval);
  }

  /** Resolves when all entries added before have been written, or the database is unavailable. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  #flushIn(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, milliseconds).unref();
  }

  #dropBeyondLimits(): void {
    while (this.#queue.length > this.#limits.queueLength || this.#bytes > this.#limits.queueBytes) {
      this.#bytes -= this.#queue.shift()?.bytes ?? 0;
      this.#dropped += 1;
    }
  }

  async #writeAll(): Promise<void> {
    let isAway = false;
    while (this.#queue.length > 0) {
      const batch = this.#takeBatch();
      if (await this.#write(batch.map(({ entry }) => entry))) continue;
      this.#queue.unshift(...batch);
      for (const waiting of batch) this.#bytes += waiting.bytes;
      this.#dropBeyondLimits();
      // The first failure may only be due to a stale connection.
      if (isAway) break;
      isAway = true;
    }
    if (this.#queue.length > 0) this.#flushIn(RETRY);
    const dropped = this.#dropped - this.#reported;
    if (dropped === 0) return;
    this.#reported = this.#dropped;
    this.#logger.warn('debugger entries were dropped, since they came faster than they could be stored', { dropped });
  }

  #takeBatch(): readonly Waiting[] {
    let bytes = 0;
    const size = this.#queue.findIndex((waiting, index) => {
      bytes += waiting.bytes;
      return index >= this.#limits.batch || (index > 0 && bytes > this.#limits.batchBytes);
    });
    const taken = this.#queue.splice(0, size < 0 ? this.#queue.length : size);
    for (const waiting of taken) this.#bytes -= waiting.bytes;
    return taken;
  }

  /**
   * If the database refuses a batch, it is halved until the entry at fault is found; the others are kept.
   *
   * @returns false if the database is unavailable
   */
  async #write(batch: readonly DebuggerEntry[]): Promise<boolean> {
    try {
      await this.#sink.write(batch);
      return true;
    } catch (error) {
      if (isOperationError(error) && error.code === 'Database.Unavailable') return false;
      if (batch.length > 1 && !isOperationError(error)) {
        const half = Math.ceil(batch.length / 2);
        return (await this.#write(batch.slice(0, half))) && (await this.#write(batch.slice(half)));
      }
      this.#lose(batch, error);
      return true;
    }
  }

  #lose(batch: readonly DebuggerEntry[], error: unknown): void {
    this.#dropped += batch.length;
    this.#reported += batch.length;
    const lost = { requests: batch.length, reason: explainError(error) };
    this.#logger.error('debugger entries could not be stored and are lost', lost);
  }
}

/** Approximate bytes of an entry without its texts. */
const OVERHEAD = 500;
/** A text with any character beyond Latin-1 takes two bytes for each. */
const PER_CHARACTER = 2;

function sizeUp({ contents }: DebuggerEntry): number {
  const bytes = contents.map(({ subject, content }) => (subject.length + content.length) * PER_CHARACTER + OVERHEAD);
  return bytes.reduce((sum, each) => sum + each, OVERHEAD);
}
