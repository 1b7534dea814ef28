import type { ServiceRecord } from '@ticketgate/gateway';
import type { Caller } from '@ticketgate/sdk';

/** A command for a shell, and what to know before running it, for example that a part was not recorded. */
export interface CurlCommand {
  readonly command: string;
  readonly notes: readonly string[];
}

/** How recorded requests are sent again. */
export interface ReplayHow {
  /** The version of the service that answers. */
  readonly record: ServiceRecord;
  /** The version whose answers to the same requests are compared with its own; default: the answers that were recorded. */
  readonly beside?: ServiceRecord;
  /** The caller, whoever sent the recorded request. */
  readonly caller: Caller;
  /** Members that are not compared, for example times. */
  readonly ignored: ReadonlySet<string>;
}

/** The result of a replay. */
export interface Replayed {
  readonly communicationID: string;
  readonly operation: string;
  readonly kind: 'same' | 'different' | 'refused';
  /** Why it was refused, or what differs. */
  readonly findings: readonly string[];
}
