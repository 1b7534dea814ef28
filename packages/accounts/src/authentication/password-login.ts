import type { CallOrigin, Caller, Database, Logger, Settings } from '@ticketgate/sdk';

import { NOBODY, verifyPassword } from '../passwords/verify-password.js';
import { ShortMemory } from '../short-memory.js';
import { LoginCache, type LoginCacheRules } from './login-cache.js';
import { recordFailure, recordSuccess } from './login-records.js';
import { isMaintenance, mayPassMaintenance } from './maintenance.js';
import { SharedVerdicts } from './shared-verdicts.js';
import { LoginThrottle, type ThrottleRules } from './throttle.js';

export interface PasswordLoginOptions {
  readonly database: Database;
  readonly settings: Settings;
  readonly logger: Logger;
  readonly throttle: ThrottleRules;
  readonly loginCache: LoginCacheRules;
  readonly isAttached: boolean;
  now(): Date;
}

/** A row that a password is held against. */
export interface LoginRow {
  readonly type: Caller['type'];
  readonly id: number;
  readonly login: string;
  readonly pw: string | null;
  readonly valid_id: number;
  readonly has_second_factor: boolean;
}

export interface LoginAttempt {
  readonly type: Caller['type'];
  readonly login: string;
  readonly password: string;
  readonly origin: CallOrigin;
}

/** Milliseconds that a stored hash is not read again: a changed password counts within 2 s. */
const MEMORY = { maxAge: 1_000, size: 5_000 };

/** Checks logins and passwords of agents and customers. */
export class PasswordLogin {
  readonly #options: PasswordLoginOptions;
  readonly #cache: LoginCache;
  readonly #verdicts = new SharedVerdicts();
  readonly #throttle: LoginThrottle;
  readonly #rows: ShortMemory<LoginRow | undefined>;

  constructor(options: PasswordLoginOptions) {
    this.#options = options;
    const now = () => options.now();
    this.#cache = new LoginCache(options.loginCache, now);
    this.#throttle = new LoginThrottle(options.database, options.throttle, now);
    this.#rows = new ShortMemory({ ...MEMORY, now });
  }

  /** Forgets what was read of accounts, after one was changed here. */
  forget(): void {
    this.#rows.clear();
  }

  async login(attempt: LoginAttempt): Promise<Caller | undefined> {
    const { type, login, password } = attempt;
    const key = `${type} ${login}`;
    const row = await this.#rows.remember(key, () => this.#find(type, login));
    if (row?.valid_id === 1 && this.#cache.isRight(key, password, row.pw ?? '')) return this.#enter(row, login);
    if (await this.#isThrottled(attempt)) return undefined;
    if (!(await this.#verify(attempt, row)) || row === undefined) return undefined;
    const caller = await this.#enter(row, login);
    if (caller === undefined) return undefined;
    this.#cache.remember(key, password, row.pw ?? '');
    await recordSuccess(this.#options.database, row, this.#options.now());
    return caller;
  }

  async #isThrottled({ login, origin }: LoginAttempt): Promise<boolean> {
    if (!(await this.#throttle.isBlocked(login, origin))) return false;
    const { remoteAddress } = origin;
    this.#options.logger.warn('a login is refused for a while, after too many failures', { login, remoteAddress });
    return true;
  }

  /** An unknown login is held against a hash that nothing fits, which takes as long. */
  async #verify({ type, login, password, origin }: LoginAttempt, row: LoginRow | undefined): Promise<boolean> {
    const { logger, settings, database } = this.#options;
    const isPlain =
      settings.text(type === 'User' ? 'AuthModule::DB::CryptType' : 'Customer::AuthModule::DB::CryptType') === 'plain';
    const stored = row?.pw ?? NOBODY;
    const credentials = { login: `${type} ${login}`, password, stored };
    const verdict = await this.#verdicts.of(credentials, () => verifyPassword(password, stored, isPlain));
    if (verdict === 'unsupported') {
      logger.warn('the stored password hash is too weak to be accepted; set a new password for this login', { login });
    }
    if (verdict === 'right' && row?.valid_id === 1) return true;
    await this.#throttle.countFailure(login, origin);
    if (row !== undefined && verdict !== 'right')
      await recordFailure({ database, settings, row, now: this.#options.now() });
    return false;
  }

  /** The caller, unless a second factor or a host's maintenance keeps them out. */
  async #enter(row: LoginRow, login: string): Promise<Caller | undefined> {
    const { database, settings, logger, isAttached } = this.#options;
    if (row.has_second_factor && settings.flag('AuthTwoFactorModule')) {
      logger.warn('an agent with a second factor was refused: a request has no way to send it', { login });
      return undefined;
    }
    const isAgent = row.type === 'User';
    const isClosed = isAttached && (await isMaintenance(database, this.#options.now()));
    if (isClosed && !(isAgent && (await mayPassMaintenance(database, row.id)))) return undefined;
    if (isAgent) return { type: 'User', userID: row.id, login: row.login };
    return { type: 'Customer', userID: settings.number('CustomerPanelUserID'), login };
  }

  async #find(type: Caller['type'], login: string): Promise<LoginRow | undefined> {
    const [row] = await this.#options.database.query<Omit<LoginRow, 'type'>>(
      type === 'User' ? FIND_AGENT : FIND_CUSTOMER,
      [login],
    );
    return row === undefined ? undefined : { ...row, type };
  }
}

const FIND_AGENT = `
select id, login, pw, valid_id, exists (
  select from user_preferences where user_id = users.id
    and preferences_key in ('UserGoogleAuthenticatorSecretKey', 'UserTOTPSecretKey') and coalesce(preferences_value, '') <> ''
) as has_second_factor
from users where login = $1`;

const FIND_CUSTOMER = `
select id, login, pw, valid_id, false as has_second_factor from customer_user where login = $1`;
