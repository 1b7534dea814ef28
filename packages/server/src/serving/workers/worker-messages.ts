import type { ServedService } from '../start-report.js';

/** What a worker tells the primary process once it serves. */
export interface WorkerReady {
  readonly kind: 'ready';
  readonly url: string;
  readonly services: readonly ServedService[];
}

/** What the primary process tells a worker: to end its running requests and exit. */
export const STOP = 'stop';
