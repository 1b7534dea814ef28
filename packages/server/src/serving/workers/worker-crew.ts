import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createStartError, type Logger } from '@ticketgate/sdk';

import type { Configuration } from '../../configuration/configuration.js';
import type { ServedService } from '../start-report.js';
import { ConnectionDealer } from './connection-dealer.js';
import { LEAVING, STOP, type WorkerReady } from './worker-messages.js';
import { watchWorker } from './watch-worker.js';

export const WorkerFailed = createStartError<{ code: number | null }>(
  'Server.WorkerFailed',
  ({ code }) => `A worker ended with ${code ?? 'a signal'} before it was ready; see its log lines above.`,
);

export interface CrewOptions {
  readonly size: number;
  /** Where they serve. */
  readonly http: Configuration['http'];
  /** Variables of the workers' environment beside our own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds that workers get to stop. */
  readonly patience: number;
  /** Milliseconds after which a worker that says nothing is replaced. */
  readonly silence?: number;
  readonly logger: Logger;
}

const FIRST_DELAY = 100;
const LONGEST_DELAY = 10_000;
/** A worker that served for this long was well; milliseconds. */
const HEALTHY = 10_000;
/** Longer than anything that a worker does without a pause; milliseconds. */
const SILENCE = 10_000;

/** The processes that serve. One that ends is replaced, more and more slowly if its successors end at once too. */
export class WorkerCrew {
  readonly #options: CrewOptions;
  readonly #workers = new Set<Worker>();
  readonly #dealer = new ConnectionDealer();
  #isStopping = false;
  #delay = FIRST_DELAY;

  constructor(options: CrewOptions) {
    this.#options = options;
  }

  /**
   * Starts all workers, then listens. Returns the port and what the workers serve, which is the same for all.
   *
   * @throws StartError `Server.WorkerFailed`, `Server.AddressInUse`
   */
  async start(): Promise<{ readonly port: number; readonly services: readonly ServedService[] }> {
    const { size, http } = this.#options;
    const [first] = await Promise.all(Array.from({ length: size }, () => this.#fork()));
    return { port: await this.#dealer.listen(http), services: first?.services ?? [] };
  }

  /** Lets connections in, first those that have been waiting. */
  open(): void {
    this.#dealer.open();
  }

  /** Accepts no more, and finishes running requests in all workers; a worker that takes too long is killed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#dealer.close();
    const ends = [...this.#workers].map(async (worker) => {
      askToStop(worker);
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
    this.#employ(worker);
    return ready;
  }

  #employ(worker: Worker): void {
    const { logger, silence = SILENCE } = this.#options;
    const since = Date.now();
    worker.on('message', (message) => {
      if (message !== LEAVING) return;
      this.#dealer.remove(worker);
      askToStop(worker);
    });
    const endWatch = watchWorker(worker, silence, logger);
    worker.once('exit', (code: number | null) => {
      endWatch();
      this.#workers.delete(worker);
      if (Date.now() - since > HEALTHY) this.#delay = FIRST_DELAY;
      void this.#replace(code);
    });
    this.#dealer.add(worker);
  }

  async #replace(code: number | null): Promise<void> {
    if (this.#isStopping) return;
    this.#options.logger.error('a worker has ended; starting another one', { code, delay: this.#delay });
    await wait(this.#delay, undefined, { ref: false });
    this.#delay = Math.min(this.#delay * 2, LONGEST_DELAY);
    await this.#forkAgain();
  }

  async #forkAgain(): Promise<void> {
    if (this.#isStopping) return;
    try {
      await this.#fork();
    } catch {
      // The worker has logged why.
      await this.#replace(1);
    }
  }
}

function askToStop(worker: Worker): void {
  if (worker.isConnected()) worker.send(STOP, () => undefined);
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
