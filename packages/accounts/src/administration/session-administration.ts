import type { Database } from '@ticketgate/sdk';

/** A session as administrators see it: its id, which opens it, is never shown. */
export interface SessionInfo {
  /** Stands for the session in lists and commands; nobody can use it as one. */
  readonly handle: string;
  readonly login: string;
  readonly type: 'User' | 'Customer';
  readonly startedAt: Date;
  readonly lastRequestAt: Date;
  readonly address: string;
}

/** The first digits of a hash: enough to tell sessions apart. */
const HANDLE = `left(encode(sha256(convert_to(session_id, 'UTF8')), 'hex'), 16)`;

/** Sessions of agents and customers, for those who run the system. */
export class SessionAdministration {
  readonly #database: Database;
  readonly #forget: () => Promise<void>;

  /** @param forget is called after sessions were ended: this process must not remember them */
  constructor(database: Database, forget: () => Promise<void>) {
    this.#database = database;
    this.#forget = forget;
  }

  /** The last used first; of one login, where given. */
  list({ limit, login }: { readonly limit: number; readonly login?: string | undefined }): Promise<SessionInfo[]> {
    return this.#database.query<SessionInfo>(LIST, [limit, login ?? null]);
  }

  /** False if there is no such session. */
  async end(handle: string): Promise<boolean> {
    const ended = await this.#database.query(`delete from sessions where ${HANDLE} = $1 returning session_id`, [
      handle,
    ]);
    await this.#forget();
    return ended.length > 0;
  }
}

const LIST = `
select ${HANDLE} as handle, login, type, address,
  to_timestamp(coalesce(started, '0')::float8) as "startedAt", to_timestamp(coalesce(last, '0')::float8) as "lastRequestAt"
from (
  select session_id,
    max(data_value) filter (where data_key = 'UserLogin') as login,
    max(data_value) filter (where data_key = 'UserType') as type,
    coalesce(max(data_value) filter (where data_key = 'UserRemoteAddr'), '') as address,
    max(data_value) filter (where data_key = 'UserSessionStart') as started,
    max(data_value) filter (where data_key = 'UserLastRequest') as last
  from sessions
  where data_key in ('UserLogin', 'UserType', 'UserRemoteAddr', 'UserSessionStart', 'UserLastRequest')
  group by session_id
) as session
where login is not null and ($2::text is null or login = $2)
order by last desc nulls last, handle
limit $1`;
