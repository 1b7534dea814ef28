import type { CallOrigin, Database } from '@ticketgate/sdk';

export interface ThrottleRules {
  /** Failures after which a login from an address is refused. */
  readonly failures: number;
  /** Seconds that failures count for. */
  readonly seconds: number;
}

/** Counts failed logins per login and address in the database, so that all replicas agree. */
export class LoginThrottle {
  readonly #database: Database;
  readonly #rules: ThrottleRules;
  readonly #now: () => Date;

  constructor(database: Database, rules: ThrottleRules, now: () => Date) {
    this.#database = database;
    this.#rules = rules;
    this.#now = now;
  }

  async isBlocked(login: string, origin: CallOrigin): Promise<boolean> {
    const [row] = await this.#database.query<{ count: number }>(
      `select count(*) from ticketgate.failed_login
       where login = $1 and remote_address = $2 and failed_at > $3::timestamptz - $4 * interval '1 second'`,
      [login.toLowerCase(), origin.remoteAddress, this.#now().toISOString(), this.#rules.seconds],
    );
    return (row?.count ?? 0) >= this.#rules.failures;
  }

  /** Old failures are forgotten on the way: the table stays as small as the window. */
  async countFailure(login: string, origin: CallOrigin): Promise<void> {
    await this.#database.query(
      `with forgotten as (
         delete from ticketgate.failed_login where failed_at <= $3::timestamptz - $4 * interval '1 second'
       )
       insert into ticketgate.failed_login (login, remote_address, failed_at) values ($1, $2, $3::timestamptz)`,
      [login.toLowerCase(), origin.remoteAddress, this.#now().toISOString(), this.#rules.seconds],
    );
  }
}
