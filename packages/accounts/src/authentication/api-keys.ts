import { createHash, randomBytes } from 'node:crypto';
import {
  containsAddress,
  createError,
  isOperationError,
  readAddresses,
  type RequestOrigin,
  type Database,
} from '@ticketgate/sdk';

import { ShortCache } from '../short-cache.js';
import type { AuthenticationResult } from '../administration/account-errors.js';

export const ApiKeyUnknown = createError<{ name: string }>(
  'Accounts.ApiKeyUnknown',
  ({ name }) => `There is no API key named "${name}". The list of API keys has all of them.`,
  'NotFound',
);

export const ApiKeyNameTaken = createError<{ name: string }>(
  'Accounts.ApiKeyNameTaken',
  ({ name }) => `There is already an API key named "${name}". Choose another name, or give that one a new secret`,
  'Conflict',
);
export const ApiKeyRevoked = createError<{ name: string }>(
  'Accounts.ApiKeyRevoked',
  ({ name }) => `The API key "${name}" was revoked for good. Create another one.`,
  'Conflict',
);
export const ApiKeyAddressWrong = createError<{ address: string }>(
  'Accounts.ApiKeyAddressWrong',
  ({ address }) => `"${address}" is not an address. Write one such as 10.0.0.5, or a network such as 10.0.0.0/8.`,
  'Invalid',
);

/** Where a key is used; what it is not bound to is open. */
export interface KeyUse {
  /** Name of the web service. */
  readonly service: string;
  /** Type of the operation, for example `Ticket::TicketGet`. */
  readonly operation: string;
}

/** The purpose of a key besides web services. */
export type KeyScope = 'admin';

export interface NewApiKey {
  readonly name: string;
  readonly agentID: number;
  /** `admin`: for the administration, and for no web service. */
  readonly scope?: KeyScope | undefined;
  readonly services?: readonly string[] | undefined;
  /** Types such as `Ticket::TicketGet`. */
  readonly operations?: readonly string[] | undefined;
  /** Addresses and networks that the key may be used from. */
  readonly addresses?: readonly string[] | undefined;
  readonly expiresAt?: Date | undefined;
  /** Login of whoever makes it. */
  readonly createdBy?: string | undefined;
}

export interface ApiKeyInfo {
  readonly name: string;
  readonly login: string;
  /** Null: for web services. */
  readonly scope: KeyScope | null;
  readonly services: readonly string[] | null;
  readonly operations: readonly string[] | null;
  readonly addresses: readonly string[] | null;
  readonly createdAt: Date;
  /** Login; null for keys made before this was recorded. */
  readonly createdBy: string | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

/** What of a key can be changed; null: without bound or end. */
export interface KeyChange {
  readonly services: readonly string[] | null;
  readonly operations: readonly string[] | null;
  readonly addresses: readonly string[] | null;
  readonly expiresAt: Date | null;
}

interface KeyRow {
  readonly id: number;
  readonly name: string;
  readonly agent_id: number;
  readonly login: string;
  readonly scope: KeyScope | null;
  readonly services: readonly string[] | null;
  readonly operations: readonly string[] | null;
  readonly addresses: readonly string[] | null;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
}

/** Milliseconds; a revoked key ends within 2 s. */
const MEMORY = { maxAge: 1_000, bytes: 2_000_000 };
const USE_SECONDS = 60;

/** Keys are random, shown once and stored as their SHA-256. */
export class ApiKeys {
  readonly #database: Database;
  readonly #now: () => Date;
  readonly #rows: ShortCache<KeyRow | undefined>;

  constructor(database: Database, now: () => Date, rows = new ShortCache<KeyRow | undefined>({ ...MEMORY, now })) {
    this.#database = database;
    this.#now = now;
    this.#rows = rows;
  }

  /** The same keys, changed in a transaction. */
  on(transaction: Database): ApiKeys {
    return new ApiKeys(transaction, this.#now, this.#rows);
  }

  /**
   * Returns the key: the only time that it can be seen.
   *
   * @throws OperationError `Accounts.ApiKeyNameTaken`, `Accounts.ApiKeyAddressWrong`
   */
  async create(key: NewApiKey): Promise<string> {
    readAddresses(key.addresses ?? [], (address) => {
      throw new ApiKeyAddressWrong({ address });
    });
    const secret = newSecret();
    const { name, agentID, scope, services, operations, addresses, expiresAt, createdBy } = key;
    try {
      await this.#database.query(
        `insert into ticketgate.api_key (name, key_sha256, agent_id, services, operations, addresses, expires_at, scope, created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [name, sha256(secret), agentID, services, operations, addresses, expiresAt?.toISOString(), scope, createdBy],
      );
    } catch (cause) {
      if (isOperationError(cause) && cause.code === 'Database.UniqueViolation')
        throw new ApiKeyNameTaken({ name }, cause);
      throw cause;
    }
    return secret;
  }

  /**
   * Gives a key a new secret; the old one stops working at once.
   *
   * @throws OperationError `Accounts.ApiKeyUnknown`, `Accounts.ApiKeyRevoked`
   */
  async rotate(name: string): Promise<string> {
    await this.#requireOpen(name);
    const secret = newSecret();
    await this.#change(name, 'key_sha256 = $2', [sha256(secret)]);
    return secret;
  }

  /**
   * Gives a key other bounds, and another end.
   *
   * @throws OperationError `Accounts.ApiKeyUnknown`, `Accounts.ApiKeyRevoked`, `Accounts.ApiKeyAddressWrong`
   */
  async change(name: string, { services, operations, addresses, expiresAt }: KeyChange): Promise<void> {
    readAddresses(addresses ?? [], (address) => {
      throw new ApiKeyAddressWrong({ address });
    });
    await this.#requireOpen(name);
    await this.#change(name, 'services = $2, operations = $3, addresses = $4, expires_at = $5', [
      services,
      operations,
      addresses,
      expiresAt?.toISOString() ?? null,
    ]);
  }

  async revoke(name: string): Promise<void> {
    await this.#change(name, 'revoked_at = coalesce(revoked_at, $2::timestamptz)', [this.#now().toISOString()]);
  }

  list(): Promise<ApiKeyInfo[]> {
    return this.#database.query<ApiKeyInfo>(
      `select api_key.name, users.login, scope, services, operations, addresses,
         created_at as "createdAt", created_by as "createdBy", expires_at as "expiresAt", revoked_at as "revokedAt", last_used_at as "lastUsedAt"
       from ticketgate.api_key join users on users.id = api_key.agent_id order by api_key.name`,
    );
  }

  /** The agent that a key acts for. */
  async identify(
    secret: string,
    origin: RequestOrigin,
    use: KeyUse | KeyScope | undefined,
  ): Promise<AuthenticationResult> {
    const row = await this.#rows.getOrLoad(sha256(secret), () => this.#find(secret));
    if (row === undefined) return { reason: 'the API key is unknown or revoked, or its agent is not valid' };
    const obstacle = this.#findObstacle(row, origin, use);
    if (obstacle !== undefined) return { reason: `the API key "${row.name}" ${obstacle}` };
    await this.#recordUse(row);
    return { caller: { type: 'User', userID: row.agent_id, login: row.login, apiKey: row.name } };
  }

  #findObstacle(row: KeyRow, origin: RequestOrigin, use: KeyUse | KeyScope | undefined): string | undefined {
    if (row.expires_at !== null && row.expires_at <= this.#now()) return 'has expired';
    const mismatch = findMismatch(row, use);
    if (mismatch !== undefined) return mismatch;
    if (row.addresses === null) return undefined;
    const isWithin = containsAddress(readAddresses(row.addresses, ignore), origin.remoteAddress);
    return isWithin ? undefined : 'is not for this address';
  }

  async #recordUse(row: KeyRow): Promise<void> {
    const now = this.#now();
    if (row.last_used_at !== null && now.getTime() - row.last_used_at.getTime() < USE_SECONDS * 1000) return;
    await this.#database.query(
      `update ticketgate.api_key set last_used_at = $2
       where id = $1 and (last_used_at is null or last_used_at <= $2::timestamptz - $3 * interval '1 second')`,
      [row.id, now.toISOString(), USE_SECONDS],
    );
  }

  async #requireOpen(name: string): Promise<void> {
    const known = (await this.list()).find((key) => key.name === name);
    if (known !== undefined && known.revokedAt !== null) throw new ApiKeyRevoked({ name });
  }

  async #change(name: string, change: string, values: readonly unknown[]): Promise<void> {
    const rows = await this.#database.query(`update ticketgate.api_key set ${change} where name = $1 returning id`, [
      name,
      ...values,
    ]);
    this.#rows.clear();
    if (rows.length === 0) throw new ApiKeyUnknown({ name });
  }

  async #find(secret: string): Promise<KeyRow | undefined> {
    const [row] = await this.#database.query<KeyRow>(
      `select api_key.id, api_key.name, agent_id, users.login, scope, services, operations, addresses, expires_at, last_used_at
       from ticketgate.api_key join users on users.id = api_key.agent_id and users.valid_id = 1
       where key_sha256 = $1 and revoked_at is null`,
      [sha256(secret)],
      { isQuick: true },
    );
    return row;
  }
}

function findMismatch({ scope, services, operations }: KeyRow, use: KeyUse | KeyScope | undefined): string | undefined {
  if (use === 'admin') return scope === 'admin' ? undefined : 'is not for the administration';
  if (scope === 'admin') return 'is for the administration only';
  if (!includes(services, use?.service)) return 'is not for this web service';
  return includes(operations, use?.operation) ? undefined : 'is not for this operation';
}

function includes(allowed: readonly string[] | null, value: string | undefined): boolean {
  return allowed === null || (value !== undefined && allowed.includes(value));
}

/** Addresses were checked when the key was made. */
function ignore(): void {
  // Nothing to do.
}

function newSecret(): string {
  return `tg_${randomBytes(32).toString('base64url')}`;
}

function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
