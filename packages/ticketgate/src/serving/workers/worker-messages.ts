import type { LocatedDatabase } from '@ticketgate/runtime';
import { isData } from '@ticketgate/sdk';

import type { ServedService } from '../start-report.js';

/** Sent by a worker to the primary process once it serves. */
export interface WorkerReady {
  readonly kind: 'ready';
  readonly services: readonly ServedService[];
}

export function isReady(message: unknown): message is WorkerReady {
  return isData(message) && message.kind === 'ready';
}

/** Sent by the primary process to a worker: every answer from now on is the last one on its connection. */
export const FINISH = 'finish';
/** Sent by a worker repeatedly after {@link FINISH}: clients wait for its answers. */
export const ANSWERING = 'answering';
/** Sent instead of {@link ANSWERING} once no client waits. */
export const IDLE = 'idle';
/** Sent by the primary process to a worker: finish running requests and exit. */
export const STOP = 'stop';
/** With a connection that the worker serves from now on. */
export const CONNECTION = 'connection';
/** A worker's answer to a connection: it is ready for the next one. */
export const TAKEN = 'taken';
/** Sent by a worker before it ends on its own: it gets no more connections, and then {@link STOP}. */
export const LEAVING = 'leaving';
/** Sent by a worker every second, as long as it is not blocked. */
export const ALIVE = 'alive';

/** Not `DATABASE_URL`: that would change the options of the worker and their sources. */
const VARIABLE = 'TICKETGATE_DATABASE_OF_WORKER';

/** The environment variables by which a worker uses the database of the primary process. */
export function databaseVariables({ url }: LocatedDatabase): Readonly<Record<string, string>> {
  return { [VARIABLE]: url };
}

/** The database that the primary process has handed over; undefined if nobody did. */
export function readDatabaseVariables(environment: NodeJS.ProcessEnv): LocatedDatabase | undefined {
  const url = environment[VARIABLE];
  return url === undefined ? undefined : { url, embedded: undefined, origin: 'that of the primary process' };
}
