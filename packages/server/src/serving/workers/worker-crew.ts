import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createError, type Logger } from '@ticketgate/sdk';

import { STOP, type WorkerReady } from './worker-messages.js';

export const WorkerFailed = createError<{ code: number | null }>(
  'Server.WorkerFailed',
  ({ code }) => `A worker ended with ${code ?? 'a signal'} before it was ready; what it said is above.`,
  500,
);

export interface CrewOptions {
  readonly size: number;
  /** Variables of the workers' environment beside our own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds that workers get to stop. */
  readonly patience: number;
  readonly logger: Logger;
}

const FIRST_DELAY = 100;
const LONGEST_DELAY = 10_000;
/** A worker that served for this long was well; milliseconds. */
const HEALTHY = 10_000;

/** The processes that serve. One that ends is replaced, ever more slowly when its successors end at once, too. */
export class WorkerCrew {
  readonly #options: CrewOptions;
  readonly #workers = new Set<Worker>();
  #isStopping = false;
  #delay = FIRST_DELAY;

  constructor(options: CrewOptions) {
    this.#options = options;
  }

  /**
   * Starts all workers. Returns what the first one says; they all say the same.
   *
   * @throws OperationError `Server.WorkerFailed`
   */
  async start(): Promise<WorkerReady> {
    // One after the other: where they listen on any free port, the first one chooses it.
    const first = await this.#fork();
    while (this.#workers.size < this.#options.size) await this.#fork();
    return first;
  }

  /** Ends running requests in all workers; those that take too long are killed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const ends = [...this.#workers].map(async (worker) => {
      if (worker.isConnected()) worker.send(STOP);
      if (!worker.isDead()) await once(worker, 'exit');
    });
    const timeUp = wait(this.#options.patience, 'late', { ref: false });
    if ((await Promise.race([Promise.all(ends), timeUp])) !== 'late') return;
    for (const worker of this.#workers) worker.process.kill('SIGKILL');
    await Promise.all(ends);
  }

  async #fork(): Promise<WorkerReady> {
    const worker = cluster.fork(this.#options.environment);
    this.#workers.add(worker);
    const ready = await untilReady(worker).catch((cause: unknown) => {
      this.#workers.delete(worker);
      throw cause;
    });
    const since = Date.now();
    worker.once('exit', (code: number | null) => {
      this.#workers.delete(worker);
      if (Date.now() - since > HEALTHY) this.#delay = FIRST_DELAY;
      void this.#replace(code);
    });
    return ready;
  }

  async #replace(code: number | null): Promise<void> {
    if (this.#isStopping) return;
    this.#options.logger.error('a worker has ended; another one takes its place', { code, delay: this.#delay });
    await wait(this.#delay, undefined, { ref: false });
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
    await this.#forkAgain();
  }

  async #forkAgain(): Promise<void> {
    if (this.#isStopping) return;
    try {
      await this.#fork();
    } catch {
      // It has said why.
      await this.#replace(1);
    }
  }
}

function untilReady(worker: Worker): Promise<WorkerReady> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: WorkerReady) => {
      resolve(message);
    });
    worker.once('exit', (code: number | null) => {
      reject(new WorkerFailed({ code }));
    });
  });
}
