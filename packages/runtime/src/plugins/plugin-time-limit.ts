import { url as inspectorURL } from 'node:inspector';
import { Worker } from 'node:worker_threads';

import { isShipped } from './plugin-entry.js';
import { PLUGIN_SECONDS, withTimeout } from './with-timeout.js';

/** Runs what plugins do at a start, each for a limited time. */
export class PluginTimeLimit {
  readonly #seconds: number;
  readonly #hangs = new HangWatch();

  constructor(seconds = PLUGIN_SECONDS) {
    this.#seconds = seconds;
  }

  /**
   * @param name the entry under `plugins:`
   * @throws NotInTime
   */
  async run<Result>(name: string, work: () => Result): Promise<Awaited<Result>> {
    // Our own plugins are tested for that, and a thread would slow each start.
    if (!isShipped(name)) this.#hangs.watch(name, this.#seconds);
    try {
      return await withTimeout(work, this.#seconds);
    } finally {
      this.#hangs.stopWatching();
    }
  }

  close(): Promise<void> {
    return this.#hangs.close();
  }
}

/** Seconds after the time limit for plugins that wait: one that still runs then blocks the process. */
const GRACE = 5;

/** Runs in a thread of its own: timers of the main thread do not fire while a plugin loops. */
const PROGRAM = `
const { parentPort } = require('node:worker_threads');
const { writeSync } = require('node:fs');
let timer;
parentPort.on('message', (watched) => {
  clearTimeout(timer);
  if (watched === undefined) return;
  timer = setTimeout(() => {
    writeSync(2, watched.sentence + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }, watched.milliseconds);
});
`;

/**
 * Ends the process when the code of a plugin blocks it, for example by an endless loop: the process could no longer react to
 * signals, or say which plugin it was.
 */
export class HangWatch {
  #worker: Worker | undefined;

  /** @param name the entry under `plugins:` whose code runs from now on, until {@link stopWatching} */
  watch(name: string, seconds: number): void {
    // A breakpoint stops the process, too.
    if (inspectorURL() !== undefined) return;
    this.#worker ??= startWorker();
    const limit = seconds + GRACE;
    const sentence = `plugins: "${name}" has kept the process busy for ${limit} s without a pause, so it was ended. Correct the plugin, or remove the entry.`;
    this.#worker.postMessage({ sentence, milliseconds: limit * 1000 });
  }

  stopWatching(): void {
    this.#worker?.postMessage(undefined);
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}

function startWorker(): Worker {
  const worker = new Worker(PROGRAM, { eval: true });
  worker.unref();
  return worker;
}
