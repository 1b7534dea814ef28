import { createError } from '@ticketgate/sdk';
import pLimit, { type LimitFunction } from 'p-limit';

/** Verifying passwords is deliberately slow; if too many wait, further ones are refused at once. */
export const LoginsBusy = createError(
  'Accounts.LoginsBusy',
  () => 'Too many passwords are being checked at the moment. Try again in a few seconds, or use a SessionID.',
  'Unavailable',
);

export interface PasswordLimits {
  /** Concurrent verifications. */
  readonly atATime: number;
  /** Verifications that may wait for their turn. */
  readonly waiting: number;
}

/**
 * Limits concurrent password checks: each takes a quarter of a second of processor time. No network may have more than half of the places,
 * so that an attacker who guesses passwords does not delay everybody else.
 */
export class PasswordLimit {
  readonly #limit: LimitFunction;
  readonly #places: number;
  readonly #taken = new Map<string, number>();

  constructor({ atATime, waiting }: PasswordLimits) {
    this.#limit = pLimit(atATime);
    this.#places = atATime + waiting;
  }

  /** @throws OperationError `Accounts.LoginsBusy`, before anything is done */
  async run<Result>(network: string, verify: () => Promise<Result>): Promise<Result> {
    this.#enter(network);
    try {
      return await this.#limit(verify);
    } finally {
      this.#leave(network);
    }
  }

  #enter(network: string): void {
    const taken = this.#taken.get(network) ?? 0;
    const { activeCount, pendingCount } = this.#limit;
    if (activeCount + pendingCount >= this.#places || taken >= Math.ceil(this.#places / 2)) throw new LoginsBusy();
    this.#taken.set(network, taken + 1);
  }

  #leave(network: string): void {
    const taken = this.#taken.get(network) ?? 0;
    if (taken <= 1) this.#taken.delete(network);
    else this.#taken.set(network, taken - 1);
  }
}
