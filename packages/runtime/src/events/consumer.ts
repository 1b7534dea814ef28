import type { DeliveredEvent } from '@ticketgate/sdk';

/** When an event is tried again that could not be handled, and what it has learned. */
export interface NextAttempt {
  readonly at: Date;
  /** Instead of its data; then later events of its key pass it. */
  readonly data?: DeliveredEvent['data'];
}

/** A consumer of events: a plugin, or the invokers of a web service. */
export interface Consumer {
  readonly name: string;
  /** Seconds that one event may take, and the option that says so. */
  readonly timeout: number;
  readonly timeoutOption: string;
  /** Seconds until the next attempt where the process ends during one; the last one holds for all that follow. */
  readonly delays: readonly number[];
  /** Whether an event that is tried again lets later ones of its key pass. */
  readonly passes: boolean;
  /** Events that it takes at a time; fewer while it rests. */
  capacity(now: Date): number;
  /** @throws whatever went wrong */
  handle(event: DeliveredEvent, signal: AbortSignal): Promise<void>;
  /** Undefined: it is not tried again. */
  next(event: DeliveredEvent, error: unknown, now: Date): NextAttempt | undefined;
  /** Called after each attempt. */
  ended?(event: DeliveredEvent): Promise<void>;
}
