import type { RequestOrigin, Database } from '@ticketgate/sdk';

import { networkOf } from '../addresses/network-of.js';
import { COUNT_FAILURE } from './count-failure.js';
import { LoginThrottled } from './login-errors.js';

export interface ThrottleRules {
  /** Failures after which a login from an address is refused. */
  readonly failures: number;
  /** Failures after which all logins from an address are refused. */
  readonly failuresPerAddress: number;
  /** Failures after which all logins from a network are refused. */
  readonly failuresPerNetwork: number;
  /** Seconds that failures count for, from the first one on. */
  readonly seconds: number;
}

/**
 * Counts failed logins in the database, so that all replicas agree. An attempt counts as a failure before its password is verified, and
 * is withdrawn when the password is right: however many arrive at once, no more are verified than allowed.
 */
export class LoginThrottle {
  readonly #database: Database;
  readonly #rules: ThrottleRules;
  readonly #now: () => Date;

  constructor(database: Database, rules: ThrottleRules, now: () => Date) {
    this.#database = database;
    this.#rules = rules;
    this.#now = now;
  }

  /** @throws OperationError `Accounts.LoginThrottled` */
  async count(login: string, origin: RequestOrigin): Promise<void> {
    const { failures, failuresPerAddress, failuresPerNetwork, seconds } = this.#rules;
    const now = this.#now();
    const begun = new Date(now.getTime() - seconds * 1000).toISOString();
    const [refusal] = await this.#database.query<{ since: Date }>(COUNT_FAILURE, [
      ...keysOf(login, origin),
      ...[failures, failuresPerAddress, failuresPerNetwork],
      ...[now.toISOString(), begun],
    ]);
    if (refusal === undefined) return;
    const left = Math.ceil(seconds - (now.getTime() - refusal.since.getTime()) / 1000);
    throw new LoginThrottled(Math.max(1, left));
  }

  /** Withdraws the failures counted for an attempt whose password was right. */
  async withdraw(login: string, origin: RequestOrigin): Promise<void> {
    await this.#database.query(WITHDRAW, keysOf(login, origin));
  }
}

function keysOf(login: string, { remoteAddress }: RequestOrigin): readonly string[] {
  return [`${login.toLowerCase()}\n${remoteAddress}`, remoteAddress, networkOf(remoteAddress)];
}

const WITHDRAW = `
with counted as (
  select scope, key from ticketgate.login_failure where (scope, key) in ((1, $1), (2, $2), (3, $3))
  order by scope for update
)
update ticketgate.login_failure failure set failures = failures - 1 from counted
where failure.scope = counted.scope and failure.key = counted.key and failures > 0`;
