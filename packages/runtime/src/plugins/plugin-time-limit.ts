import { url as inspectorURL } from 'node:inspector';
import { Worker } from 'node:worker_threads';

import { isShipped } from './listed-plugin.js';

/** Time limit in seconds for loading or starting a plugin. */
const PLUGIN_SECONDS = 30;

/** Seconds after the time limit: a plugin that still runs then blocks the event loop. */
const GRACE = 5;

/** Runs in a separate thread, since the timers of the main thread do not fire while a plugin blocks it. */
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
 * Limits the time in which plugins are loaded and started. A plugin that blocks the process, for example by an endless loop, ends it: the
 * process could neither react to signals nor report the plugin.
 */
export function limitPlugins(seconds = PLUGIN_SECONDS) {
  let worker: Worker | undefined;
  const watch = (name: string) => {
    worker ??= startWorker();
    const limit = seconds + GRACE;
    const sentence = `plugins: "${name}" has kept the process busy for ${limit} s without a pause, so it was ended. Correct the plugin, or remove the entry.`;
    worker.postMessage({ sentence, milliseconds: limit * 1000 });
  };
  return {
    /**
     * @param name as under `plugins:`
     * @throws TimeoutExceeded
     */
    async run<Result>(name: string, work: () => Result): Promise<Awaited<Result>> {
      // Our own plugins are tested, and the thread would delay each start. A breakpoint stops the process as well.
      if (!isShipped(name) && inspectorURL() === undefined) watch(name);
      try {
        return await limited(work, seconds);
      } finally {
        worker?.postMessage(undefined);
      }
    },
    async close(): Promise<void> {
      await worker?.terminate();
    },
  };
}

function startWorker(): Worker {
  const worker = new Worker(PROGRAM, { eval: true });
  worker.unref();
  return worker;
}

/** Work did not end within its time limit. */
export class TimeoutExceeded extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`not within ${seconds} s`);
    this.seconds = seconds;
  }
}

/** @throws TimeoutExceeded */
export async function limited<Result>(work: () => Result, seconds: number): Promise<Awaited<Result>> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutExceeded(seconds)), seconds * 1000);
  });
  try {
    return await Promise.race([work(), timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
