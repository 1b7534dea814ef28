import { parentPort } from 'node:worker_threads';

import { doJob, type DoneJob, type SentJob } from './definition-jobs.js';

/** What the thread of `DefinitionThread` runs: one job after the other. */
parentPort?.on('message', (job: SentJob) => {
  parentPort?.postMessage(settle(job));
});

function settle({ id, name, given }: SentJob): DoneJob {
  try {
    return { id, result: doJob(name, given) };
  } catch (error) {
    return { id, failure: error instanceof Error ? error : new Error(String(error)) };
  }
}
