import { url as inspectorURL } from 'node:inspector';
import { Worker } from 'node:worker_threads';

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

  /** @param name the entry under `plugins:` whose code runs from now on, until {@link calm} */
  watch(name: string, seconds: number): void {
    // A breakpoint stops the process, too.
    if (inspectorURL() !== undefined) return;
    this.#worker ??= startWorker();
    const limit = seconds + GRACE;
    const sentence = `plugins: "${name}" has kept the process busy for ${limit} s without a pause, so it was ended. Correct the plugin, or remove the entry.`;
    this.#worker.postMessage({ sentence, milliseconds: limit * 1000 });
  }

  calm(): void {
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
