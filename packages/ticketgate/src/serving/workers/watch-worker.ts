import type { Worker } from 'node:cluster';
import type { Logger } from '@ticketgate/sdk';

/**
 * Kills a worker that says nothing for `silence` milliseconds: it hangs or was stopped, and its clients wait in vain.
 *
 * @returns the way to stop watching
 */
export function watchWorker(worker: Worker, silence: number, logger: Logger): () => void {
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
  return () => {
    clearInterval(timer);
  };
}
