import { randomBytes, randomInt } from 'node:crypto';
import {
  isSecretName,
  type Caller,
  type RequestOrigin,
  type PluginHost,
  type Sessions,
  type SessionValue,
  type Settings,
  type SharedStatement,
} from '@ticketgate/sdk';

import type { AuthenticationResult, Refusal } from '../authentication/authentication-result.js';
import { ShortCache } from '../short-cache.js';
import { makeSessionData, type SessionRow } from './session-data.js';

interface NewSession {
  readonly id: string;
  readonly data: SessionRow;
}

const INSERT = `insert into sessions (session_id, data_key, data_value, serialized)
select row.id, row.key, row.value, 0 from unnest($1::text[], $2::text[], $3::text[]) as row (id, key, value)`;

const insertSession: SharedStatement<NewSession> = {
  sizeOf: ({ data }) => Object.values(data).reduce((sum, value) => sum + (value?.length ?? 0), 0),
  statementFor(sessions) {
    const rows = sessions.flatMap(({ id, data }) => Object.entries(data).map(([key, value]) => ({ id, key, value })));
    const values = [rows.map(({ id }) => id), rows.map(({ key }) => key), rows.map(({ value }) => value)];
    return { text: INSERT, values };
  },
};

export interface SessionsOptions extends Pick<PluginHost, 'database' | 'settings' | 'logger' | 'now'> {
  /** Preferences of agents who never changed them, as the host's web interface expects them. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Whether use extends a session; a host's sessions never slide. */
  readonly slides: boolean;
  /** Whether old sessions are removed; a host does that itself. */
  readonly removesOld: boolean;
}

/** The purpose of an administrator's session: it does not open web services, and others do not open the admin API. */
const ADMIN_SOURCE = 'TicketgateAdmin';

export type SessionUse = 'services' | 'admin';

/** Milliseconds that a session is cached; revocations take effect within 2 s. */
const MEMORY = { maxAge: 1_000, bytes: 20_000_000 };
/** Seconds between two updates of a session in use. */
const SLIDE_SECONDS = 60;
/** Seconds between two removals of old sessions, and most sessions per removal. */
const REMOVAL = { every: 60, most: 1_000 };
const DIGITS = 39;
/** The width of the column; any other text is not a session id, and is not remembered as a missing one. */
const SESSION_ID = /^[\x21-\x7e]{1,100}$/;
/** Values of customers that contain the system's configuration. */
const CONFIGURATION = new Set(['Config', 'CompanyConfig']);

const UNKNOWN: Refusal = { reason: 'the session is unknown or has ended' };

interface StoredSession {
  readonly values: SessionRow;
  readonly serialized: ReadonlySet<string>;
}

/** Sessions in the family's table: one row per value. */
export class DatabaseSessions implements Sessions {
  readonly #options: SessionsOptions;
  readonly #memory: ShortCache<StoredSession | undefined>;
  #removedOldAt = 0;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#memory = new ShortCache({ ...MEMORY, now: () => options.now() });
  }

  async create(caller: Caller, origin: RequestOrigin, use: SessionUse = 'services'): Promise<string> {
    const { database, settings, logger, defaults } = this.#options;
    // The family's name for sessions of requests.
    const source = use === 'admin' ? ADMIN_SOURCE : 'GenericInterface';
    const sessionID = newSessionID();
    const challengeToken = randomBytes(16).toString('hex');
    const start = { caller, origin, source, now: this.#options.now(), challengeToken, defaults };
    const data = await makeSessionData(database, settings, start);
    await database.queryTogether(insertSession, { id: sessionID, data });
    await this.#removeOld().catch((error: unknown) => logger.warn('old sessions could not be removed', { error }));
    return sessionID;
  }

  /** Each new session deletes expired ones, so that the table does not grow without limit. */
  async #removeOld(): Promise<void> {
    const { database, settings, removesOld } = this.#options;
    const now = Math.floor(this.#options.now().getTime() / 1000);
    if (!removesOld || !settings.flag('SessionDeleteIfTimeToOld') || now - this.#removedOldAt < REMOVAL.every) return;
    this.#removedOldAt = now;
    // Epoch seconds have ten digits in this era, so that their texts sort like numbers.
    await database.query(
      `delete from sessions where session_id = any (array(
         select session_id from sessions
         where (data_key = 'UserLastRequest' and data_value <= $1) or (data_key = 'UserSessionStart' and data_value <= $2)
         limit ${REMOVAL.most}))`,
      [String(now - settings.number('SessionMaxIdleTime')), String(now - settings.number('SessionMaxTime'))],
    );
  }

  async read(sessionID: string, origin: RequestOrigin): Promise<readonly SessionValue[] | undefined> {
    const session = await this.#findValid(sessionID, origin, 'services');
    if ('reason' in session) {
      this.#options.logger.info('a session was refused', { reason: session.reason });
      return undefined;
    }
    const keys = Object.keys(session.values).filter((key) => !isSecretName(key) && !CONFIGURATION.has(key));
    return keys.sort().map((key) => {
      const value = session.values[key] ?? null;
      return session.serialized.has(key)
        ? { Key: key, Value: readSerialized(value), Serialized: 1 }
        : { Key: key, Value: value };
    });
  }

  async remove(sessionID: string): Promise<boolean> {
    if (!SESSION_ID.test(sessionID)) return false;
    this.#memory.delete(sessionID);
    const rows = await this.#options.database.query('delete from sessions where session_id = $1 returning id', [
      sessionID,
    ]);
    return rows.length > 0;
  }

  /** The owner of a session. */
  async identify(sessionID: string, origin: RequestOrigin, use: SessionUse): Promise<AuthenticationResult> {
    const session = await this.#findValid(sessionID, origin, use);
    if ('reason' in session) return session;
    const { UserID: id, UserLogin: login, UserType: type } = session.values;
    if (login === null || login === undefined) return UNKNOWN;
    if (type !== 'Customer' && type !== 'User') return UNKNOWN;
    const userID = type === 'User' ? Number(id) : this.#options.settings.number('CustomerPanelUserID');
    return { caller: { type, userID, login } };
  }

  /** When a session ends if it is no longer used; undefined if it has ended. */
  async findEnd(sessionID: string): Promise<Date | undefined> {
    const { settings } = this.#options;
    const session = await this.#memory.getOrLoad(sessionID, () => this.#load(sessionID));
    if (session === undefined) return undefined;
    const { lastRequest, start } = readFacts(session.values);
    const seconds = Math.min(
      lastRequest + settings.number('SessionMaxIdleTime'),
      start + settings.number('SessionMaxTime'),
    );
    return new Date(seconds * 1000);
  }

  /** Drops the cached sessions, after some were ended elsewhere. */
  forgetAll(): void {
    this.#memory.clear();
  }

  async #findValid(sessionID: string, origin: RequestOrigin, use: SessionUse): Promise<StoredSession | Refusal> {
    if (!SESSION_ID.test(sessionID)) return UNKNOWN;
    const session = await this.#memory.getOrLoad(sessionID, () => this.#load(sessionID));
    if (session === undefined || (session.values.SessionSource === ADMIN_SOURCE) !== (use === 'admin')) return UNKNOWN;
    const now = Math.floor(this.#options.now().getTime() / 1000);
    const facts = readFacts(session.values);
    const { settings } = this.#options;
    const found = findObstacle(facts, { origin, now, settings });
    if (found !== undefined) {
      if (settings.flag(found.deletion)) await this.remove(sessionID);
      return { reason: `the session of ${session.values.UserLogin ?? 'nobody'} ${found.obstacle}` };
    }
    if (this.#options.slides && now - facts.lastRequest >= SLIDE_SECONDS) await this.#slide(sessionID, now);
    return session;
  }

  async #slide(sessionID: string, now: number): Promise<void> {
    await this.#options.database.query(
      `update sessions set data_value = $2 where session_id = $1 and data_key = 'UserLastRequest'`,
      [sessionID, String(now)],
    );
    this.#memory.delete(sessionID);
  }

  async #load(sessionID: string): Promise<StoredSession | undefined> {
    const rows = await this.#options.database.query<{ key: string; value: string | null; serialized: number | null }>(
      'select data_key as key, data_value as value, serialized from sessions where session_id = $1',
      [sessionID],
      { isQuick: true },
    );
    const values = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    if (!values.UserID || !values.UserLogin) return undefined;
    return { values, serialized: new Set(rows.filter(({ serialized }) => serialized === 1).map(({ key }) => key)) };
  }
}

function readFacts({ UserRemoteAddr, UserLastRequest, UserSessionStart }: SessionRow) {
  return {
    remoteAddress: UserRemoteAddr ?? null,
    lastRequest: toSeconds(UserLastRequest),
    start: toSeconds(UserSessionStart),
  };
}

/** Seconds; any other text counts as long ago. */
function toSeconds(text: string | null | undefined): number {
  return /^\d{1,10}$/.test(text ?? '') ? Number(text) : 0;
}

/** A string of decimal digits, because clients expect an integer: about 129 bits. */
function newSessionID(): string {
  const first = String(randomInt(1, 10));
  return first + Array.from({ length: DIGITS - 1 }, () => String(randomInt(10))).join('');
}

/** A host stores lists and maps as a memory image of its own language, which only that can read. */
function readSerialized(value: string | null): string {
  return JSON.stringify({ NotReadable: `${Math.floor(((value ?? '').length * 3) / 4)} bytes` });
}

/**
 * Why an existing session cannot be used, according to the family's rules in their order, and the setting that decides whether it is then
 * deleted. Undefined if it can be used. Times are in epoch seconds.
 */
function findObstacle(
  { remoteAddress, lastRequest, start }: ReturnType<typeof readFacts>,
  { origin, now, settings }: { readonly origin: RequestOrigin; readonly now: number; readonly settings: Settings },
): { readonly obstacle: string; readonly deletion: string } | undefined {
  if (settings.flag('SessionCheckRemoteIP') && remoteAddress !== (origin.remoteAddress || 'none')) {
    return { obstacle: 'began at another address (SessionCheckRemoteIP)', deletion: 'SessionDeleteIfNotRemoteID' };
  }
  const deletion = 'SessionDeleteIfTimeToOld';
  if (now - settings.number('SessionMaxIdleTime') >= lastRequest) {
    return { obstacle: 'was not used for too long (SessionMaxIdleTime)', deletion };
  }
  if (now - settings.number('SessionMaxTime') >= start) return { obstacle: 'is too old (SessionMaxTime)', deletion };
  return undefined;
}
