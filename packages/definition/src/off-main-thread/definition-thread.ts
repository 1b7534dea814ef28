import { Worker } from 'node:worker_threads';

import type { DoneJob, JobInput, JobName, JobResult, SentJob } from './definition-jobs.js';

/** The same file for sources, which tests import, and for what was built from them. */
const PROGRAM = new URL('../../dist/off-main-thread/thread-program.js', import.meta.url);
/** Milliseconds that the thread waits for more to do. */
const IDLE = 10_000;

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** One thread for the work on large definitions, which does one job after the other. It exists only while there is something to do. */
export class DefinitionThread {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #lastID = 0;

  /** Rejects when the job fails, or when the thread ends, for example because its memory does not suffice. */
  do<Name extends JobName>(name: Name, given: JobInput[Name]): Promise<JobResult[Name]> {
    const job: SentJob<Name> = { id: (this.#lastID += 1), name, given };
    return new Promise((resolve, reject) => {
      // The thread answers with what the job of this name returns.
      this.#waiting.set(job.id, { resolve: resolve as Waiting['resolve'], reject });
      const worker = this.#start();
      worker.ref();
      worker.postMessage(job);
    });
  }

  #start(): Worker {
    clearTimeout(this.#idle);
    if (this.#worker !== undefined) return this.#worker;
    // Without the hooks and the inspector of this process.
    const worker = new Worker(PROGRAM, { execArgv: [] });
    worker.on('message', (done: DoneJob) => {
      this.#settle(done);
    });
    worker.on('error', (error) => {
      this.#giveUp(worker, error);
    });
    worker.on('exit', () => {
      this.#giveUp(worker, new Error('The thread for definitions has ended.'));
    });
    return (this.#worker = worker);
  }

  #settle(done: DoneJob): void {
    const waiting = this.#waiting.get(done.id);
    this.#waiting.delete(done.id);
    if (this.#waiting.size === 0) this.#rest();
    if ('failure' in done) waiting?.reject(done.failure);
    else waiting?.resolve(done.result);
  }

  /** It must not keep the process alive. */
  #rest(): void {
    const worker = this.#worker;
    worker?.unref();
    this.#idle = setTimeout(() => {
      this.#worker = undefined;
      void worker?.terminate();
    }, IDLE).unref();
  }

  #giveUp(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    clearTimeout(this.#idle);
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
