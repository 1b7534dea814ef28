import { createHash } from 'node:crypto';
import type { Database, Caller } from '@ticketgate/sdk';
import { readValue } from '@ticketgate/database/postgres';

/** A session as administrators see it, without its id, which would open it. */
export interface SessionInfo {
  /** Identifies the session in lists and commands, but does not open it. */
  readonly handle: string;
  readonly login: string;
  readonly type: 'User' | 'Customer';
  readonly startedAt: Date;
  readonly lastRequestAt: Date;
  readonly address: string;
}

interface SessionFilter {
  /** Only sessions of this login. */
  readonly login?: string | null | undefined;
  readonly type?: SessionInfo['type'] | null | undefined;
}

interface SessionSearch extends SessionFilter {
  readonly limit: number;
  /** Only sessions that follow this one in the list. */
  readonly behind?: Pick<SessionInfo, 'lastRequestAt' | 'handle'> | undefined;
}

/** Sessions of agents and customers, for administrators. */
export class SessionAdministration {
  readonly #database: Database;
  readonly #forget: () => Promise<void>;

  /** @param forget called after sessions were ended: this process must not remember them */
  constructor(database: Database, forget: () => Promise<void>) {
    this.#database = database;
    this.#forget = forget;
  }

  /** Last used first. */
  list({ limit, login = null, type = null, behind }: SessionSearch): Promise<SessionInfo[]> {
    const used = behind === undefined ? null : behind.lastRequestAt.getTime() / 1000;
    return this.#database.query<SessionInfo>(LIST_SESSIONS, [login, type, used, behind?.handle ?? null, limit]);
  }

  async count({ login = null, type = null }: SessionFilter): Promise<number> {
    return (await readValue<number>(this.#database, COUNT_SESSIONS, [login, type])) ?? 0;
  }

  /** False if there is no such session. */
  async end(handle: string): Promise<boolean> {
    const ended = await this.#database.query(`delete from sessions where ${HANDLE} = $1 returning session_id`, [
      handle,
    ]);
    await this.#forget();
    return ended.length > 0;
  }

  /** Ends all sessions of one person, and resolves to their number. */
  async endAll({ login, type }: Pick<SessionInfo, 'login' | 'type'>): Promise<number> {
    const ended = await endSessions(this.#database, { type, key: 'UserLogin', value: login });
    await this.#forget();
    return ended;
  }
}

/** SQL: the first digits of a hash, which are enough to distinguish sessions. */
const HANDLE = `left(encode(sha256(convert_to(session_id, 'UTF8')), 'hex'), 16)`;

/** The same for a known session id. */
export function makeHandle(sessionID: string): string {
  return createHash('sha256').update(sessionID).digest('hex').slice(0, 16);
}

const FOUND = `
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
where login is not null and ($1::text is null or login = $1) and ($2::text is null or type = $2)`;

/** Last used first, after one session. */
const LIST_SESSIONS = `
select handle, login, type, address, to_timestamp(started) as "startedAt", to_timestamp(last) as "lastRequestAt"
${FOUND}
  and ($3::float8 is null or last < $3 or last = $3 and handle > $4)
order by last desc, handle
limit $5`;

const COUNT_SESSIONS = `select count(*)::integer as count ${FOUND}`;

/** Ends all sessions of a person, by the session value that names the owner. Resolves to their number. */
export async function endSessions(
  database: Database,
  { type, key, value }: { readonly type: Caller['type']; readonly key: string; readonly value: string },
): Promise<number> {
  const rows = await database.query<{ id: string }>(
    `delete from sessions where session_id in (
       select session_id from sessions where data_key = $1 and data_value = $2
       intersect select session_id from sessions where data_key = 'UserType' and data_value = $3)
     returning session_id as id`,
    [key, value, type],
  );
  return new Set(rows.map(({ id }) => id)).size;
}
