import type { Data } from '@ticketgate/sdk';

/** The other system asks for another call. */
export class CallAgain extends Error {
  override readonly name = 'CallAgain';
  readonly asked: Data;
  readonly at: Date;

  /** @param asked by the answer */
  constructor(asked: Data, at: Date) {
    super('Re-Scheduling...');
    this.asked = asked;
    this.at = at;
  }
}
