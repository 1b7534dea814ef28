import type { Caller, PluginHost, RequestOrigin, Snapshot } from '@ticketgate/sdk';

import { findNetwork, LoginThrottle, type ThrottleRules } from './throttle.js';
import { dummyHash, verifyPassword, type Verdict } from '../passwords/verify-password.js';
import { ShortCache } from '../short-cache.js';
import type { AuthenticationResult } from './authentication-result.js';
import { LoginCache, type LoginCacheRules, SharedLogins } from './login-cache.js';
import { LoginRecords, type LoginRow } from './login-records.js';
import { Maintenance } from './maintenance.js';
import { PasswordLimit, type PasswordLimits } from './password-limit.js';

export type AccountsPorts = Pick<PluginHost, 'database' | 'settings' | 'logger' | 'isAttached' | 'snapshot' | 'now'>;

export interface LoginLimits {
  readonly throttle: ThrottleRules;
  readonly verifications: PasswordLimits;
  readonly loginCache: LoginCacheRules;
}

export interface LoginAttempt {
  readonly type: Caller['type'];
  readonly login: string;
  readonly password: string;
  readonly origin: RequestOrigin;
}

/** Milliseconds that a stored hash is kept: a change by a host is noticed within 2 s. */
const MEMORY = { maxAge: 1_000, bytes: 5_000_000 };

/** Checks logins and passwords of agents and customers. */
export class PasswordLogin {
  readonly #options: AccountsPorts & LoginLimits;
  readonly #cache: LoginCache;
  readonly #shared = new SharedLogins();
  readonly #throttle: LoginThrottle;
  readonly #limit: PasswordLimit;
  readonly #rows: Snapshot<ShortCache<LoginRow | undefined>>;
  readonly #maintenance: Maintenance;
  readonly #records: LoginRecords;

  constructor(options: AccountsPorts & LoginLimits) {
    this.#options = options;
    const now = () => options.now();
    this.#cache = new LoginCache(options.loginCache, now);
    this.#throttle = new LoginThrottle(options.database, options.throttle, now);
    this.#limit = new PasswordLimit(options.verifications);
    this.#rows = options.snapshot('accounts-logins', async () => new ShortCache({ ...MEMORY, now }));
    this.#maintenance = new Maintenance(options.database, now);
    this.#records = new LoginRecords(options);
  }

  /** Drops cached data of accounts in every process. */
  forget(): Promise<void> {
    return this.#rows.drop();
  }

  /** @throws OperationError `Accounts.LoginThrottled`, `Accounts.LoginsBusy`; never for a remembered password */
  async login(attempt: LoginAttempt): Promise<AuthenticationResult> {
    const { type, login, password } = attempt;
    const { remoteAddress } = attempt.origin;
    const key = `${type} ${login}`;
    const row = await this.#loadRow(type, login);
    const stored = this.#chooseHash(row);
    if (row?.valid_id === 1 && this.#cache.isRight(key, password, stored)) return this.#enter(row, login);
    return this.#shared.run({ login: key, password, stored, remoteAddress }, () =>
      this.#limit.run(findNetwork(remoteAddress), () => this.#attempt(attempt, row)),
    );
  }

  /** Admits an agent whom a sign-in provider has authenticated, with whatever factors it requires. */
  async admit(login: string): Promise<AuthenticationResult> {
    const row = await this.#loadRow('User', login);
    if (row?.valid_id !== 1) return { reason: explainVerdict('right', row) };
    const result = await this.#enter({ ...row, has_second_factor: false }, row.login);
    if ('caller' in result) await this.#records.succeed(row);
    return result;
  }

  async hasAccount(type: Caller['type'], login: string): Promise<boolean> {
    return (await this.#loadRow(type, login)) !== undefined;
  }

  async #loadRow(type: Caller['type'], login: string): Promise<LoginRow | undefined> {
    const rows = await this.#rows.current();
    return rows.getOrLoad(`${type} ${login}`, () => this.#find(type, login));
  }

  /** An attempt is counted before it is verified, so that sending many guesses at once does not allow more tries. */
  async #attempt(attempt: LoginAttempt, row: LoginRow | undefined): Promise<AuthenticationResult> {
    const { type, login, password, origin } = attempt;
    await this.#throttle.count(login, origin);
    const verdict = await this.#verify(attempt, row);
    if (verdict !== 'right' || row?.valid_id !== 1) {
      if (row !== undefined && verdict !== 'right') await this.#records.fail(row);
      return { reason: explainVerdict(verdict, row) };
    }
    await this.#throttle.withdraw(login, origin);
    const result = await this.#enter(row, login);
    if ('caller' in result) {
      this.#cache.remember(`${type} ${login}`, password, this.#chooseHash(row));
      await this.#records.succeed(row);
    }
    return result;
  }

  /** An unknown login is compared with a hash that no password matches, which takes just as long. */
  #verify({ type, password }: LoginAttempt, row: LoginRow | undefined): Promise<Verdict> {
    const setting = type === 'User' ? 'AuthModule::DB::CryptType' : 'Customer::AuthModule::DB::CryptType';
    const isPlain = this.#options.settings.text(setting) === 'plain';
    return verifyPassword(password, this.#chooseHash(row), { cost: this.#cost(), isPlain });
  }

  #chooseHash(row: LoginRow | undefined): string {
    return row?.pw ?? dummyHash(this.#cost());
  }

  #cost(): number {
    return this.#options.settings.number('AuthModule::DB::bcryptCost');
  }

  /** The caller, unless a second factor or a host's maintenance prevents the login. */
  async #enter(row: LoginRow, login: string): Promise<AuthenticationResult> {
    const { settings, isAttached } = this.#options;
    if (row.has_second_factor && settings.flag('AuthTwoFactorModule')) {
      return { reason: 'the agent has a second factor, which a request has no way to send', needsSecondFactor: true };
    }
    const isAgent = row.type === 'User';
    const isClosed = isAttached && (await this.#maintenance.isOn());
    if (isClosed && !(isAgent && (await this.#maintenance.mayPass(row.id)))) {
      return { reason: 'the host system is closed for maintenance' };
    }
    if (isAgent) return { caller: { type: 'User', userID: row.id, login: row.login } };
    return { caller: { type: 'Customer', userID: settings.number('CustomerPanelUserID'), login } };
  }

  async #find(type: Caller['type'], login: string): Promise<LoginRow | undefined> {
    const [row] = await this.#options.database.query<Omit<LoginRow, 'type'>>(
      type === 'User' ? FIND_AGENT : FIND_CUSTOMER,
      [login],
      { isQuick: true },
    );
    return row === undefined ? undefined : { ...row, type };
  }
}

function explainVerdict(verdict: Verdict, row: LoginRow | undefined): string {
  if (row === undefined) return 'the login is unknown';
  if (verdict === 'wrong') return 'the password is wrong';
  if (verdict === 'unsupported') {
    return 'the stored password hash is too weak to be accepted; set a new password for this login';
  }
  return 'the account is not valid';
}

const FIND_AGENT = `
select id, login, pw, valid_id, exists (
  select from user_preferences where user_id = users.id
    and preferences_key in ('UserGoogleAuthenticatorSecretKey', 'UserTOTPSecretKey') and coalesce(preferences_value, '') <> ''
) as has_second_factor
from users where login = $1`;

const FIND_CUSTOMER = `
select id, login, pw, valid_id, false as has_second_factor from customer_user where login = $1`;
