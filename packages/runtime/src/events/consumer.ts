import { setTimeout } from 'node:timers/promises';
import { type DeliveredEvent, isOperationError } from '@ticketgate/sdk';

/** Another attempt to handle an event. */
export interface NextAttempt {
  readonly at: Date;
  /** Replaces the data of the event. Later events of its key do not wait for it any more. */
  readonly data?: DeliveredEvent['data'];
  /** The attempt does not count: it failed because something of our own was unavailable. */
  readonly isUncounted?: true;
}

/** Handles events: a plugin, or the invokers of a web service. */
export interface Consumer {
  readonly name: string;
  /** Time limit of an attempt in seconds, and the option that sets it. */
  readonly timeout: number;
  readonly timeoutOption: string;
  /** Seconds until an event is retried if the process ends during an attempt, by attempt; the last value repeats. */
  readonly delays: readonly number[];
  /** Whether later events of a key overtake one that failed. */
  readonly allowsOvertaking: boolean;
  /** Most events that it handles at a time; fewer while it is paused. */
  capacity(now: Date): number;
  /** Rejects if the event could not be handled. */
  handle(event: DeliveredEvent, signal: AbortSignal): Promise<void>;
  /** Plans another attempt after an error; undefined gives up. */
  planRetry(event: DeliveredEvent, error: unknown, now: Date): NextAttempt | undefined;
  /** What is added to the data of an event that is given up, for administrators. */
  describeFailure?(event: DeliveredEvent, error: unknown, now: Date): DeliveredEvent['data'];
  afterAttempt?(event: DeliveredEvent): Promise<void>;
}

/** Milliseconds between two tries. */
const PAUSE = 500;

/** Whether work has failed because the database was unavailable, and for no reason of its own. */
export function isDatabaseAway(error: unknown): boolean {
  return isOperationError(error) && error.code === 'Database.Unavailable';
}

/** Does work again while the database is unavailable, until the signal is aborted. */
export async function persist<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || signal.aborted) throw error;
      await setTimeout(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }
}
