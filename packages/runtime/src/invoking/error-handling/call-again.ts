import type { Data } from '@ticketgate/sdk';

/** Thrown when the other system requests another call. */
export class CallAgain extends Error {
  override readonly name = 'CallAgain';
  readonly requested: Data;
  readonly at: Date;

  /** @param requested the members of the response that request the call */
  constructor(requested: Data, at: Date) {
    super('Re-Scheduling...');
    this.requested = requested;
    this.at = at;
  }
}
