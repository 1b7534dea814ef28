import type { PluginProblem } from '@ticketgate/runtime';

import type { ServedService } from '../start-report.js';

/** What a worker sends to the primary process once it serves. */
export interface WorkerReady {
  readonly kind: 'ready';
  readonly services: readonly ServedService[];
  /** Problems of its plugins. */
  readonly problems: readonly PluginProblem[];
}

/** What the primary process sends to a worker: every answer from now on is the last one on its connection. */
export const FINISH = 'finish';
/** What a worker says again and again after {@link FINISH}: clients wait for its answers. */
export const ANSWERING = 'answering';
/** Or none does. */
export const IDLE = 'idle';
/** What the primary process sends to a worker: finish running requests and exit. */
export const STOP = 'stop';
/** With a connection that the worker serves from now on. */
export const CONNECTION = 'connection';
/** What a worker answers to a connection: it is ready for the next one. */
export const TAKEN = 'taken';
/** What a worker sends before it ends on its own: it gets no more connections, and then {@link STOP}. */
export const LEAVING = 'leaving';
/** What a worker says every second, as long as it does anything at all. */
export const ALIVE = 'alive';
