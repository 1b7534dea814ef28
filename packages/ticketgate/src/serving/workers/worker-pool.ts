import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { createStartError, type Logger } from '@ticketgate/sdk';
import type { Configuration } from '@ticketgate/runtime';

import { ConnectionDealer } from './connection-dealer.js';
import { isReady, LEAVING, STOP, type WorkerReady } from './worker-messages.js';

export const WorkerFailed = createStartError<{ code: number | null }>(
  'Server.WorkerFailed',
  ({ code }) => `A worker ended with ${code ?? 'a signal'} before it was ready; see its log lines above.`,
);

export interface WorkerPoolOptions {
  readonly size: number;
  /** Where they serve. */
  readonly http: Configuration['http'];
  /** Variables of the workers' environment in addition to our own. */
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds that workers get to stop. */
  readonly patience: number;
  /** Milliseconds after which a worker that says nothing is replaced. */
  readonly silence?: number;
  /** Milliseconds in which a worker has to be ready. */
  readonly startPatience?: number;
  readonly logger: Logger;
}

const FIRST_DELAY = 100;
const LONGEST_DELAY = 10_000;
/** A worker that served for this long was healthy; milliseconds. */
const HEALTHY = 10_000;
/** Longer than anything that a worker does without a pause; milliseconds. */
const SILENCE = 10_000;
/** Longer than a start takes, even if each plugin needs all the time that it may; milliseconds. */
const START_PATIENCE = 120_000;

/** The processes that serve. One that ends is replaced, more and more slowly if its successors end at once too. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #workers = new Set<Worker>();
  /** Workers that are not ready yet. */
  readonly #starting = new Set<Worker>();
  readonly #dealer = new ConnectionDealer();
  #isStopping = false;
  #delay = FIRST_DELAY;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Starts all workers, then listens. Returns the port and what a worker serves, which is the same for all.
   *
   * @throws StartError `Server.WorkerFailed`, `Server.AddressInUse`
   */
  async start(): Promise<WorkerReady & { readonly port: number }> {
    const { size, http } = this.#options;
    const [ready] = await Promise.all([this.#fork(), ...Array.from({ length: size - 1 }, () => this.#fork())]);
    return { ...ready, port: await this.#dealer.listen(http) };
  }

  /** Lets connections in, first those that have been waiting. */
  open(): void {
    this.#dealer.open();
  }

  /** Accepts no more, and finishes running requests in all workers; a worker that takes too long, or is still starting, is killed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#dealer.close();
    const ends = [...this.#workers].map(async (worker) => {
      if (this.#starting.has(worker)) worker.process.kill('SIGKILL');
      else askToStop(worker);
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
    this.#starting.add(worker);
    worker.once('exit', () => this.#workers.delete(worker));
    const { logger, startPatience = START_PATIENCE } = this.#options;
    // One that never gets ready loads code that never ends.
    const timer = setTimeout(() => {
      logger.error('a worker did not get ready; killing it', {
        worker: worker.process.pid,
        seconds: startPatience / 1000,
      });
      worker.process.kill('SIGKILL');
    }, startPatience);
    try {
      const ready = await awaitReady(worker);
      this.#employ(worker);
      return ready;
    } finally {
      clearTimeout(timer);
      this.#starting.delete(worker);
    }
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

function awaitReady(worker: Worker): Promise<WorkerReady> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (isReady(message)) resolve(message);
    });
    worker.once('exit', (code: number | null) => reject(new WorkerFailed({ code })));
  });
}

/**
 * Kills a worker that says nothing for `silence` milliseconds: it hangs or was stopped, and its clients would get no answer.
 *
 * @returns the way to stop watching
 */
function watchWorker(worker: Worker, silence: number, logger: Logger): () => void {
  const interval = silence / 10;
  let heard = Date.now();
  let looked = Date.now();
  worker.on('message', () => (heard = Date.now()));
  const timer = setInterval(() => {
    const now = Date.now();
    // If this process itself was paused, it could not hear anybody.
    if (now - looked > silence / 2) heard = now;
    looked = now;
    if (now - heard <= silence) return;
    logger.error('a worker does not answer; killing it', { worker: worker.process.pid, seconds: silence / 1000 });
    worker.process.kill('SIGKILL');
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}
