import type { Database } from '@ticketgate/sdk';

/** A session as administrators see it: its id, which opens it, is never shown. */
export interface SessionInfo {
  /** Stands for the session in lists and commands, but does not open it. */
  readonly handle: string;
  readonly login: string;
  readonly type: 'User' | 'Customer';
  readonly startedAt: Date;
  readonly lastRequestAt: Date;
  readonly address: string;
}

export interface SessionSearch {
  readonly limit: number;
  /** Only sessions of this one. */
  readonly login?: string | undefined;
  /** Only sessions that come behind this one in the list. */
  readonly behind?: Pick<SessionInfo, 'lastRequestAt' | 'handle'> | undefined;
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

  /** The last used first. */
  list({ limit, login, behind }: SessionSearch): Promise<SessionInfo[]> {
    const used = behind === undefined ? null : behind.lastRequestAt.getTime() / 1000;
    return this.#database.query<SessionInfo>(LIST, [limit, login ?? null, used, behind?.handle ?? null]);
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
select handle, login, type, address, to_timestamp(started) as "startedAt", to_timestamp(last) as "lastRequestAt"
from (
  select ${HANDLE} as handle,
    max(data_value) filter (where data_key = 'UserLogin') as login,
    max(data_value) filter (where data_key = 'UserType') as type,
    coalesce(max(data_value) filter (where data_key = 'UserRemoteAddr'), '') as address,
    coalesce(max(data_value) filter (where data_key = 'UserSessionStart'), '0')::float8 as started,
    coalesce(max(data_value) filter (where data_key = 'UserLastRequest'), '0')::float8 as last
  from sessions
  where data_key in ('UserLogin', 'UserType', 'UserRemoteAddr', 'UserSessionStart', 'UserLastRequest')
  group by session_id
) as session
where login is not null and ($2::text is null or login = $2)
  and ($3::float8 is null or last < $3 or last = $3 and handle > $4)
order by last desc, handle
limit $1`;
