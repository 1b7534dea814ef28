import { url as inspectorURL } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** Seconds beyond the patience with a plugin that waits: whoever is still silent then lets nobody else work. */
const GRACE = 5;

/** Runs beside everything else, because a timer of ours does not come while a plugin never lets go. */
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
 * Ends the process when the code of a plugin never lets go, as a loop without an end does: no signal would be heard any more, and
 * nobody would say which plugin it was.
 */
export class HangWatch {
  #worker: Worker | undefined;

  /** @param name the entry under `plugins:` whose code runs from now on, until {@link calm} */
  watch(name: string, seconds: number): void {
    // Whoever stops at a breakpoint may take their time.
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
