import type { Database } from '@ticketgate/sdk';

import { endSessions } from '../sessions/end-sessions.js';
import { COUNT_SESSIONS, HANDLE, LIST_SESSIONS } from './list-sessions.js';

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

export interface SessionFilter {
  /** Only sessions of this one. */
  readonly login?: string | null | undefined;
  readonly type?: SessionInfo['type'] | null | undefined;
}

export interface SessionSearch extends SessionFilter {
  readonly limit: number;
  /** Only sessions that come behind this one in the list. */
  readonly behind?: Pick<SessionInfo, 'lastRequestAt' | 'handle'> | undefined;
}

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
  list({ limit, login = null, type = null, behind }: SessionSearch): Promise<SessionInfo[]> {
    const used = behind === undefined ? null : behind.lastRequestAt.getTime() / 1000;
    return this.#database.query<SessionInfo>(LIST_SESSIONS, [login, type, used, behind?.handle ?? null, limit]);
  }

  async count({ login = null, type = null }: SessionFilter): Promise<number> {
    const [row] = await this.#database.query<{ count: number }>(COUNT_SESSIONS, [login, type]);
    return row?.count ?? 0;
  }

  /** False if there is no such session. */
  async end(handle: string): Promise<boolean> {
    const ended = await this.#database.query(`delete from sessions where ${HANDLE} = $1 returning session_id`, [
      handle,
    ]);
    await this.#forget();
    return ended.length > 0;
  }

  /** All of one person; resolves to their number. */
  async endAll({ login, type }: Pick<SessionInfo, 'login' | 'type'>): Promise<number> {
    const ended = await endSessions(this.#database, { type, key: 'UserLogin', value: login });
    await this.#forget();
    return ended;
  }
}
