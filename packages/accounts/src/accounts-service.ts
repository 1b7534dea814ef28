import { type Host, OUR_HOST } from '@ticketgate/database/postgres';
import {
  isOperationError,
  toText,
  type Accounts,
  type Caller,
  type RequestOrigin,
  type Credentials,
  type Database,
  type Directory,
  type Snapshot,
} from '@ticketgate/sdk';

import { AccountsReadOnly } from './administration/account-errors.js';
import type { AccountsChange } from './administration/accounts-change.js';
import { AgentAdministration } from './administration/agent-administration.js';
import { CustomerAdministration } from './administration/customer-administration.js';
import { SessionAdministration } from './administration/session-administration.js';
import type { AuthenticationResult, Refusal } from './authentication/authentication-result.js';
import { ApiKeys, type KeyScope, type KeyUse } from './authentication/api-keys.js';
import { type AccountsPorts, type LoginLimits, PasswordLogin } from './authentication/password-login.js';
import { DatabaseCustomers, LOGIN_LENGTH } from './directory/customers.js';
import { loadDirectory } from './directory/load-directory.js';
import { DatabaseSessions } from './sessions/database-sessions.js';

export interface AccountsOptions extends AccountsPorts, Partial<LoginLimits> {
  /** The host whose tables these are; default: that of a stand-alone system. */
  readonly host?: Host;
  /** `SessionsSlide`; default: on, unless attached. */
  readonly sessionsSlide?: boolean;
}

export interface AuthenticateOptions {
  /** Only these agents may use the web service. */
  readonly onlyAgents?: readonly string[] | undefined;
  /** The use of an API key, which must be within its bounds. */
  readonly use?: KeyUse | KeyScope | undefined;
  /** Receives the reason why authentication failed: for the admin, not for the client. */
  readonly onRefusal?: (refusal: Refusal) => void;
}

/** Failures of a login, an address and a network in five minutes; concurrent verifications; logins that are remembered for a minute. */
const LIMITS: LoginLimits = {
  throttle: { failures: 20, failuresPerAddress: 100, failuresPerNetwork: 500, seconds: 300 },
  verifications: { atATime: 2, waiting: 30 },
  loginCache: { seconds: 60, size: 10_000 },
};
/** Characters: more than any password has. */
const PASSWORD_LENGTH = 1_000;

/** Implements the accounts port, with additions for the command line and the admin API. */
export class AccountsService implements Accounts {
  readonly customers: DatabaseCustomers;
  readonly sessions: DatabaseSessions;
  readonly agents: AgentAdministration;
  readonly customerAdministration: CustomerAdministration;
  readonly apiKeys: ApiKeys;
  readonly sessionAdministration: SessionAdministration;
  readonly #directory: Snapshot<Directory>;
  readonly #login: PasswordLogin;
  readonly #options: AccountsOptions;

  constructor(options: AccountsOptions) {
    this.#options = options;
    const ports = { ...options, now: () => options.now() };
    const { database, settings, isAttached, now } = ports;
    this.#directory = options.snapshot('accounts-directory', (source) => loadDirectory(source, settings));
    const slides = options.sessionsSlide ?? !isAttached;
    const { sessionDefaults: defaults } = options.host ?? OUR_HOST;
    this.sessions = new DatabaseSessions({ ...ports, defaults, slides, removesOld: !isAttached });
    this.#login = new PasswordLogin({ ...LIMITS, ...ports });
    this.customers = new DatabaseCustomers({ ...ports, directory: () => this.directory() });
    this.apiKeys = new ApiKeys(database, now);
    const parts = this.#administrationOn(database, () => this.#forget());
    this.agents = parts.agents;
    this.customerAdministration = parts.customers;
    this.sessionAdministration = parts.sessions;
  }

  /**
   * Runs `work` in one transaction. When it has ended, cached data of changed accounts is dropped in all processes.
   *
   * @throws what `work` throws; then nothing has changed
   */
  async change<Result>(work: (change: AccountsChange) => Promise<Result>): Promise<Result> {
    const { database, isAttached } = this.#options;
    const result = await database.withTransaction((transaction) => {
      // The caches are kept until the transaction has ended: others would read the old state again.
      const parts = this.#administrationOn(transaction, async () => undefined);
      const own = <Part>(part: Part): Part => {
        if (isAttached) throw new AccountsReadOnly();
        return part;
      };
      return work({
        transaction,
        get agents() {
          return own(parts.agents);
        },
        get customers() {
          return own(parts.customers);
        },
        apiKeys: this.apiKeys.on(transaction),
        sessions: parts.sessions,
      });
    });
    await this.#forget();
    return result;
  }

  #administrationOn(database: Database, onChange: () => Promise<void>) {
    const host = { database, settings: this.#options.settings, now: () => this.#options.now(), onChange };
    return {
      agents: new AgentAdministration(host),
      customers: new CustomerAdministration(host),
      sessions: new SessionAdministration(database, onChange),
    };
  }

  /** Drops cached data of accounts: sessions in this process, agents and logins in every process. */
  async #forget(): Promise<void> {
    this.sessions.forgetAll();
    await this.#directory.drop();
    await this.#login.forget();
  }

  /** Clears the caches of this process, but not the snapshots. */
  forgetAll(): void {
    this.sessions.forgetAll();
    this.customers.forgetAll();
  }

  directory(): Promise<Directory> {
    return this.#directory.current();
  }

  /**
   * Authenticates the caller. A SessionID or key in the request must be valid: other credentials are not tried after it. A UserLogin takes
   * precedence over a CustomerUserLogin (`docs/compatibility.md`).
   */
  async authenticate(
    credentials: Credentials,
    origin: RequestOrigin,
    { onlyAgents, use, onRefusal }: AuthenticateOptions = {},
  ): Promise<Caller | undefined> {
    try {
      const identified = await this.#authenticate(credentials, origin, { onlyAgents, use });
      if ('caller' in identified) return identified.caller;
      onRefusal?.({ ...identified, login: await this.#findRefusedLogin(credentials) });
      return undefined;
    } catch (cause) {
      if (isOperationError(cause))
        onRefusal?.({ reason: cause.message, login: await this.#findRefusedLogin(credentials) });
      throw cause;
    }
  }

  /** Admits an agent whom a sign-in provider has authenticated. */
  admit(login: string): Promise<AuthenticationResult> {
    return this.#login.admit(login);
  }

  /** The login in refused credentials, if it is one and does not equal the password. */
  async #findRefusedLogin({ UserLogin, CustomerUserLogin, Password }: Credentials): Promise<string | undefined> {
    const login = UserLogin ?? CustomerUserLogin;
    if (!isCredentialText(login, LOGIN_LENGTH) || String(login) === toText(Password)) return undefined;
    const type = UserLogin === undefined ? 'Customer' : 'User';
    return (await this.#login.hasAccount(type, String(login))) ? String(login) : undefined;
  }

  async #authenticate(
    credentials: Credentials,
    origin: RequestOrigin,
    { onlyAgents, use }: AuthenticateOptions,
  ): Promise<AuthenticationResult> {
    const identified = await this.#identify(credentials, origin, use);
    if (!('caller' in identified)) return identified;
    const { caller } = identified;
    // Case matters, since two logins may differ only in case.
    if (onlyAgents !== undefined && !(caller.type === 'User' && onlyAgents.includes(caller.login))) {
      return { reason: `the web service is locked to the agents ${onlyAgents.join(', ')} (OnlyAgents)` };
    }
    if (caller.type === 'User' && (await this.directory()).agentByID(caller.userID)?.isValid !== true) {
      return { reason: `the agent ${caller.login} is not valid` };
    }
    return identified;
  }

  #identify(
    credentials: Credentials,
    origin: RequestOrigin,
    use: AuthenticateOptions['use'],
  ): Promise<AuthenticationResult> {
    const { ApiKey, SessionID } = credentials;
    if (ApiKey !== undefined) {
      return typeof ApiKey === 'string'
        ? this.apiKeys.identify(ApiKey, origin, use)
        : Promise.resolve({ reason: 'the API key is not a text' });
    }
    if (SessionID === undefined) return this.#logIn(credentials, origin);
    return isCredentialText(SessionID)
      ? this.sessions.identify(String(SessionID), origin, 'services')
      : Promise.resolve({ reason: 'the SessionID is not a text' });
  }

  async #logIn(
    { UserLogin, CustomerUserLogin, Password }: Credentials,
    origin: RequestOrigin,
  ): Promise<AuthenticationResult> {
    const login = UserLogin ?? CustomerUserLogin;
    if (login === undefined) return { reason: 'the request has no credentials that the web service accepts' };
    if (Password === undefined) return { reason: 'the request has a login but no password' };
    if (!isCredentialText(login, LOGIN_LENGTH) || !isCredentialText(Password, PASSWORD_LENGTH)) {
      return { reason: 'the login or the password is too long, or not a text' };
    }
    const type = UserLogin === undefined ? 'Customer' : 'User';
    return this.#login.login({ type, login: String(login), password: String(Password), origin });
  }
}

/** Whether a credential is text or a number. A longer text belongs to no account, and is neither counted nor remembered; PostgreSQL cannot search for NUL. */
function isCredentialText(value: unknown, longest = Infinity): value is string | number {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= longest && !text.includes('\0');
}

export function createAccounts(options: AccountsOptions): AccountsService {
  return new AccountsService(options);
}
