import { isIPv4, isIPv6 } from 'node:net';
import { OperationError, withoutMapping, type Database, type RequestOrigin } from '@ticketgate/sdk';

/** Too many logins failed; even the right password is refused until the oldest failures are forgotten. */
export class LoginThrottled extends OperationError {
  static readonly code = 'Accounts.LoginThrottled';
  static readonly reason = 'TooManyRequests';

  /** @param seconds until the failures are forgotten */
  constructor(seconds: number) {
    const message = `Too many logins failed. Try again in ${seconds} seconds, or use a SessionID.`;
    const { code, reason } = LoginThrottled;
    super(code, message, { reason, retryAfter: seconds, values: { seconds } });
  }
}

/** SQL: whether the period of a count is over, or began so far in the future that a clock must have been corrected. */
function isOver(since: string): string {
  return `(${since} <= $8::timestamptz or ${since} > $7::timestamptz + ($7::timestamptz - $8::timestamptz))`;
}

/** SQL: counts up; a count whose period is over starts again. */
const COUNT_UP = `on conflict (scope, key) do update set
    failures = case when ${isOver('known.since')} then 1 else known.failures + 1 end,
    since = case when ${isOver('known.since')} then excluded.since else known.since end
  returning scope, failures, since`;

// Attempts that are already refused are not counted, and refusals of one login do not count for its address. All statements lock the rows in
// the same order, so that they never deadlock. Each also deletes a few old rows.
const COUNT_FAILURE = `
with given (scope, key, most) as (
  values (1, $1, $4::integer), (2, $2, $5::integer), (3, $3, $6::integer)
), refused as (
  select failure.since from given join ticketgate.login_failure failure using (scope, key)
  where failure.failures >= given.most and not ${isOver('failure.since')}
), old as (
  delete from ticketgate.login_failure where ctid = any (array(
    select ctid from ticketgate.login_failure
    where ${isOver('since')} and (scope, key) not in (select scope, key from given)
    limit 10 for update skip locked))
), of_login as (
  insert into ticketgate.login_failure as known (scope, key, failures, since)
  select 1, $1, 1, $7::timestamptz where not exists (select from refused)
  ${COUNT_UP}
), of_origin as (
  insert into ticketgate.login_failure as known (scope, key, failures, since)
  select scope, key, 1, $7::timestamptz from given
  where scope > 1 and exists (select from of_login where failures <= $4)
  order by scope
  ${COUNT_UP}
)
select since from refused
union all
select counted.since from (
  select scope, failures, since from of_login union all select scope, failures, since from of_origin
) counted
join given using (scope) where counted.failures > given.most
order by since desc limit 1`;

export interface ThrottleRules {
  /** Failures after which a login from an address is refused. */
  readonly failures: number;
  /** Failures after which all logins from an address are refused. */
  readonly failuresPerAddress: number;
  /** Failures after which all logins from a network are refused. */
  readonly failuresPerNetwork: number;
  /** Seconds for which failures count, beginning with the first one. */
  readonly seconds: number;
}

/**
 * Counts failed logins in the database, so that all replicas agree. An attempt counts as a failure before its password is verified, and is
 * withdrawn if the password is right: however many arrive at once, no more are verified than allowed.
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
      ...listThrottleKeys(login, origin),
      ...[failures, failuresPerAddress, failuresPerNetwork],
      ...[now.toISOString(), begun],
    ]);
    if (refusal === undefined) return;
    const left = Math.ceil(seconds - (now.getTime() - refusal.since.getTime()) / 1000);
    throw new LoginThrottled(Math.max(1, left));
  }

  /** Withdraws the failures counted for an attempt with the right password. */
  async withdraw(login: string, origin: RequestOrigin): Promise<void> {
    await this.#database.query(WITHDRAW, listThrottleKeys(login, origin));
  }
}

function listThrottleKeys(login: string, { remoteAddress }: RequestOrigin): readonly string[] {
  return [`${login.toLowerCase()}\n${remoteAddress}`, remoteAddress, findNetwork(remoteAddress)];
}

const WITHDRAW = `
with counted as (
  select scope, key from ticketgate.login_failure where (scope, key) in ((1, $1), (2, $2), (3, $3))
  order by scope for update
)
update ticketgate.login_failure failure set failures = failures - 1 from counted
where failure.scope = counted.scope and failure.key = counted.key and failures > 0`;

/** The network of an address, /24 for IPv4 and /64 for IPv6: whoever has one of its addresses usually has all of them. */
export function findNetwork(address: string): string {
  const plain = withoutMapping(address);
  if (isIPv4(plain)) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`;
  if (!isIPv6(plain)) return plain;
  const groups = firstGroups(plain).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}

const GROUPS = 8;

/** The first half of an IPv6 address. `::` represents the missing zeros. */
function firstGroups(address: string): readonly string[] {
  const [before = '', after] = address.split('::');
  const left = before.split(':').filter(Boolean);
  const right = (after ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, GROUPS / 2);
}
