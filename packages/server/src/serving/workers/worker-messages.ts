import type { ServedService } from '../start-report.js';

/** What a worker tells the primary process once it serves. */
export interface WorkerReady {
  readonly kind: 'ready';
  readonly services: readonly ServedService[];
}

/** What the primary process tells a worker: to end its running requests and exit. */
export const STOP = 'stop';
/** With a connection that the worker serves from now on. */
export const CONNECTION = 'connection';
/** What a worker answers to a connection: it can take the next one. */
export const TAKEN = 'taken';
/** What a worker says that is going to end by itself: it gets no more connections, and then {@link STOP}. */
export const LEAVING = 'leaving';
/** What a worker says every second, as long as it does anything at all. */
export const ALIVE = 'alive';
