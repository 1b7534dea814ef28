import { createHash, randomBytes } from 'node:crypto';
import {
  listKeys,
  containsAddress,
  createError,
  readAddresses,
  type RequestOrigin,
  type Database,
} from '@ticketgate/sdk';

import { ShortCache } from '../short-cache.js';
import type { AuthenticationResult } from './authentication-result.js';

export const ApiKeyUnknown = createError<{ name: string }>(
  'Accounts.ApiKeyUnknown',
  ({ name }) => `There is no API key named "${name}". The list of API keys has all of them.`,
  'NotFound',
);

export const ApiKeyNameTaken = createError<{ name: string }>(
  'Accounts.ApiKeyNameTaken',
  ({ name }) => `There is already an API key named "${name}". Choose another name, or give that one a new secret.`,
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

/** The use of a key, which may be bound to services and operations. */
export interface KeyUse {
  /** Name of the web service. */
  readonly service: string;
  /** Type of the operation, for example `Ticket::TicketGet`. */
  readonly operation: string;
}

/** The purpose of a key that is not for web services. */
export type KeyScope = 'admin';

/** The settings of a key that can be changed later. Null: without bounds or end. */
export interface KeySettings {
  readonly services: readonly string[] | null;
  /** Types such as `Ticket::TicketGet`. */
  readonly operations: readonly string[] | null;
  /** Addresses and networks that the key may be used from. */
  readonly addresses: readonly string[] | null;
  readonly expiresAt: Date | null;
}

/** The columns of the settings. */
const SETTINGS: Readonly<Record<keyof KeySettings, string>> = {
  services: 'services',
  operations: 'operations',
  addresses: 'addresses',
  expiresAt: 'expires_at',
};

export interface NewApiKey extends Readonly<{ [Name in keyof KeySettings]?: KeySettings[Name] | undefined }> {
  readonly name: string;
  readonly agentID: number;
  /** `admin`: for the admin API, and for no web service. */
  readonly scope?: KeyScope | undefined;
  /** Login of its creator. */
  readonly createdBy?: string | undefined;
}

export interface ApiKeyInfo extends KeySettings {
  readonly name: string;
  readonly login: string;
  /** Null: for web services. */
  readonly scope: KeyScope | null;
  readonly createdAt: Date;
  /** Login; null for keys made before this was recorded. */
  readonly createdBy: string | null;
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
}

const COLUMNS: Readonly<Record<keyof ApiKeyInfo, string>> = {
  name: 'api_key.name',
  login: 'users.login',
  scope: 'scope',
  ...SETTINGS,
  createdAt: 'created_at',
  createdBy: 'created_by',
  revokedAt: 'revoked_at',
  lastUsedAt: 'last_used_at',
};

const SELECTED = Object.entries(COLUMNS)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(', ');

interface KnownKey extends ApiKeyInfo {
  readonly id: number;
  readonly agentID: number;
}

/** Milliseconds; a revoked key stops working within 2 s. */
const MEMORY = { maxAge: 1_000, bytes: 2_000_000 };
const USE_SECONDS = 60;

/** Keys are random, shown once and stored as their SHA-256. */
export class ApiKeys {
  readonly #database: Database;
  readonly #now: () => Date;
  readonly #rows: ShortCache<KnownKey | undefined>;

  constructor(database: Database, now: () => Date, rows = new ShortCache<KnownKey | undefined>({ ...MEMORY, now })) {
    this.#database = database;
    this.#now = now;
    this.#rows = rows;
  }

  /** The same keys, for changes in a transaction. */
  on(transaction: Database): ApiKeys {
    return new ApiKeys(transaction, this.#now, this.#rows);
  }

  /**
   * Returns the key, which cannot be read again.
   *
   * @throws OperationError `Accounts.ApiKeyNameTaken`, `Accounts.ApiKeyAddressWrong`
   */
  async create(key: NewApiKey): Promise<string> {
    requireAddresses(key);
    const secret = newSecret();
    const { name, agentID, scope, createdBy } = key;
    const columns = { name, key_sha256: sha256(secret), agent_id: agentID, scope, created_by: createdBy };
    const insert = this.#database.knex('ticketgate.api_key').insert({ ...columns, ...toColumns(key) });
    const made = await insert.onConflict('name').ignore().returning('name');
    if (made.length === 0) throw new ApiKeyNameTaken({ name });
    return secret;
  }

  /**
   * Gives a key a new secret; the old one stops working at once.
   *
   * @throws OperationError `Accounts.ApiKeyUnknown`, `Accounts.ApiKeyRevoked`
   */
  async rotate(name: string): Promise<string> {
    const secret = newSecret();
    await this.#change(name, { key_sha256: sha256(secret) });
    return secret;
  }

  /** @throws OperationError `Accounts.ApiKeyUnknown`, `Accounts.ApiKeyRevoked`, `Accounts.ApiKeyAddressWrong` */
  async change(name: string, settings: KeySettings): Promise<void> {
    requireAddresses(settings);
    await this.#change(name, toColumns(settings));
  }

  /** @throws OperationError `Accounts.ApiKeyUnknown`, `Accounts.ApiKeyRevoked` */
  async revoke(name: string): Promise<void> {
    await this.#change(name, { revoked_at: this.#now().toISOString() });
  }

  list(): Promise<ApiKeyInfo[]> {
    return this.#database.query<ApiKeyInfo>(
      `select ${SELECTED} from ticketgate.api_key join users on users.id = api_key.agent_id order by api_key.name`,
    );
  }

  /** The agent as whom a key acts. */
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
    return { caller: { type: 'User', userID: row.agentID, login: row.login, apiKey: row.name } };
  }

  #findObstacle(row: KnownKey, origin: RequestOrigin, use: KeyUse | KeyScope | undefined): string | undefined {
    if (row.expiresAt !== null && row.expiresAt <= this.#now()) return 'has expired';
    const mismatch = findMismatch(row, use);
    if (mismatch !== undefined) return mismatch;
    if (row.addresses === null) return undefined;
    // Invalid ones cannot occur: they were checked when the key was created.
    const isWithin = containsAddress(
      readAddresses(row.addresses, () => undefined),
      origin.remoteAddress,
    );
    return isWithin ? undefined : 'is not for this address';
  }

  async #recordUse(row: KnownKey): Promise<void> {
    const now = this.#now();
    if (row.lastUsedAt !== null && now.getTime() - row.lastUsedAt.getTime() < USE_SECONDS * 1000) return;
    await this.#database.query(
      `update ticketgate.api_key set last_used_at = $2
       where id = $1 and (last_used_at is null or last_used_at <= $2::timestamptz - $3 * interval '1 second')`,
      [row.id, now.toISOString(), USE_SECONDS],
    );
  }

  /** One statement, so that a key that is revoked at the same time stays as it is. */
  async #change(name: string, columns: Readonly<Record<string, unknown>>): Promise<void> {
    const named = this.#database.knex('ticketgate.api_key').where({ name });
    const changed = await named.clone().whereNull('revoked_at').update(columns);
    this.#rows.clear();
    if (changed > 0) return;
    throw (await named.first('name')) === undefined ? new ApiKeyUnknown({ name }) : new ApiKeyRevoked({ name });
  }

  async #find(secret: string): Promise<KnownKey | undefined> {
    const [row] = await this.#database.query<KnownKey>(
      `select api_key.id, agent_id as "agentID", ${SELECTED}
       from ticketgate.api_key join users on users.id = api_key.agent_id and users.valid_id = 1
       where key_sha256 = $1 and revoked_at is null`,
      [sha256(secret)],
      { isQuick: true },
    );
    return row;
  }
}

/** @throws OperationError `Accounts.ApiKeyAddressWrong` */
function requireAddresses({ addresses }: Pick<NewApiKey, 'addresses'>): void {
  readAddresses(addresses ?? [], (address) => {
    throw new ApiKeyAddressWrong({ address });
  });
}

function toColumns(settings: Partial<NewApiKey>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(listKeys(SETTINGS).map((name) => [SETTINGS[name], settings[name] ?? null]));
}

function findMismatch(
  { scope, services, operations }: KnownKey,
  use: KeyUse | KeyScope | undefined,
): string | undefined {
  if (use === 'admin') return scope === 'admin' ? undefined : 'is not for the administration';
  if (scope === 'admin') return 'is for the administration only';
  if (!includes(services, use?.service)) return 'is not for this web service';
  return includes(operations, use?.operation) ? undefined : 'is not for this operation';
}

function includes(allowed: readonly string[] | null, value: string | undefined): boolean {
  return allowed === null || (value !== undefined && allowed.includes(value));
}

function newSecret(): string {
  return `tg_${randomBytes(32).toString('base64url')}`;
}

function sha256(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
