import type {
  Accounts,
  Caller,
  CallOrigin,
  Credentials,
  Database,
  Directory,
  Logger,
  PluginHost,
  Sessions,
  Settings,
  Snapshot,
} from '@ticketgate/sdk';

import { AgentAdministration } from './administration/agent-administration.js';
import { CustomerAdministration } from './administration/customer-administration.js';
import { ApiKeys, type KeyUse } from './authentication/api-keys.js';
import type { LoginCacheRules } from './authentication/login-cache.js';
import { PasswordLogin } from './authentication/password-login.js';
import type { ThrottleRules } from './authentication/throttle.js';
import { DatabaseCustomers } from './customers/customers.js';
import { loadDirectory } from './directory/load-directory.js';
import { DatabaseSessions } from './sessions/database-sessions.js';

export interface AccountsOptions {
  readonly database: Database;
  readonly settings: Settings;
  readonly logger: Logger;
  readonly isAttached: boolean;
  readonly snapshot: PluginHost['snapshot'];
  now(): Date;
  /** Default: 20 failures in 5 minutes. */
  readonly throttle?: ThrottleRules;
  /** Default: 60 seconds, 10,000 logins. */
  readonly loginCache?: LoginCacheRules;
  /** `SessionsSlide`; default: on, unless attached. */
  readonly sessionsSlide?: boolean;
}

export interface AuthenticateOptions {
  /** The web service is locked to these agents. */
  readonly onlyAgents?: readonly string[] | undefined;
  /** What an API key may be bound to. */
  readonly use?: KeyUse;
}

const THROTTLE: ThrottleRules = { failures: 20, seconds: 300 };
const LOGIN_CACHE: LoginCacheRules = { seconds: 60, size: 10_000 };
/** Characters: of the columns, and more than any password has. */
const LOGIN_LENGTH = 200;
const PASSWORD_LENGTH = 1_000;

/** Who is calling and what they may do: the accounts port, and what command line and admin interface need beside it. */
export class AccountsService implements Accounts {
  readonly customers: DatabaseCustomers;
  readonly sessions: Sessions;
  readonly agents: AgentAdministration;
  readonly customerAdministration: CustomerAdministration;
  readonly apiKeys: ApiKeys;
  readonly #directory: Snapshot<Directory>;
  readonly #sessions: DatabaseSessions;
  readonly #login: PasswordLogin;

  constructor(options: AccountsOptions) {
    const { database, settings, isAttached } = options;
    const now = () => options.now();
    this.#directory = options.snapshot('accounts-directory', (source) =>
      loadDirectory(source, settings.number('FirstnameLastnameOrder')),
    );
    const slides = options.sessionsSlide ?? !isAttached;
    this.#sessions = new DatabaseSessions({ ...options, now, slides, removesOld: !isAttached });
    this.sessions = this.#sessions;
    this.#login = new PasswordLogin({
      ...options,
      now,
      throttle: options.throttle ?? THROTTLE,
      loginCache: options.loginCache ?? LOGIN_CACHE,
    });
    this.customers = new DatabaseCustomers({ database, settings, now, directory: () => this.directory() });
    this.apiKeys = new ApiKeys(database, now);
    const onChange = async (agentID: number) => {
      this.#login.forget();
      await this.#sessions.removeOfAgent(agentID);
    };
    this.agents = new AgentAdministration({ database, settings, now, directory: this.#directory, onChange });
    this.customerAdministration = new CustomerAdministration({
      database,
      settings,
      now,
      onChange: (login) => {
        this.#login.forget();
        return this.#sessions.removeOfCustomer(login);
      },
    });
  }

  directory(): Promise<Directory> {
    return this.#directory.current();
  }

  /**
   * Who calls. A SessionID or a key that is sent has to be right: there is no way back to other credentials. A UserLogin
   * beats a CustomerUserLogin (`docs/compatibility.md`).
   */
  async authenticate(
    credentials: Credentials,
    origin: CallOrigin,
    { onlyAgents, use }: AuthenticateOptions = {},
  ): Promise<Caller | undefined> {
    const caller = await this.#identify(credentials, origin, use);
    if (caller === undefined) return undefined;
    if (onlyAgents !== undefined && !isListed(caller, onlyAgents)) return undefined;
    if (caller.type === 'User' && (await this.directory()).agentByID(caller.userID)?.isValid !== true) return undefined;
    return caller;
  }

  async #identify(credentials: Credentials, origin: CallOrigin, use: KeyUse | undefined): Promise<Caller | undefined> {
    const { ApiKey, SessionID, UserLogin, CustomerUserLogin, Password } = credentials;
    if (ApiKey !== undefined)
      return typeof ApiKey === 'string' ? this.apiKeys.identify(ApiKey, origin, use) : undefined;
    if (SessionID !== undefined) {
      return isText(SessionID) ? this.#sessions.identify(String(SessionID), origin) : undefined;
    }
    const login = UserLogin ?? CustomerUserLogin;
    if (!isText(login, LOGIN_LENGTH) || !isText(Password, PASSWORD_LENGTH)) return undefined;
    const type = UserLogin === undefined ? 'Customer' : 'User';
    return this.#login.login({ type, login: String(login), password: String(Password), origin });
  }
}

/** Two agents may have logins that differ in case alone. */
function isListed(caller: Caller, logins: readonly string[]): boolean {
  return caller.type === 'User' && logins.includes(caller.login);
}

/** Numbers count as their digits. What is longer is nobody's, and is neither counted nor remembered; PostgreSQL cannot look for NUL. */
function isText(value: unknown, longest = Infinity): value is string | number {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= longest && !text.includes('\0');
}

export function createAccounts(options: AccountsOptions): AccountsService {
  return new AccountsService(options);
}
