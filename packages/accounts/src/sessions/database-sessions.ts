import { randomBytes, randomInt } from 'node:crypto';
import type { Caller, CallOrigin, Database, Logger, Sessions, SessionValue, Settings } from '@ticketgate/sdk';

import { ShortMemory } from '../short-memory.js';
import { makeSessionData, type SessionRow } from './session-data.js';
import { readSerialized } from './serialized-value.js';
import { findInvalidity } from './session-validity.js';

export interface SessionsOptions {
  readonly database: Database;
  readonly settings: Settings;
  readonly logger: Logger;
  /** Use keeps a session alive; a host's sessions never slide. */
  readonly slides: boolean;
  /** Old sessions are removed; a host does that itself. */
  readonly removesOld: boolean;
  now(): Date;
}

/** Milliseconds that a session is taken for known without asking again; revocations count within 2 s. */
const MEMORY = { maxAge: 1_000, size: 10_000 };
/** Seconds between two refreshments of a session that is in use. */
const SLIDE_SECONDS = 60;
/** Seconds between two removals of old sessions, and how many go at a time. */
const REMOVAL = { every: 60, most: 1_000 };
const DIGITS = 39;
/** What the column can hold; anything else is no session, and is not remembered as one that is missing. */
const SESSION_ID = /^[\x21-\x7e]{1,100}$/;
/** Never shown, whoever asks. */
const SECRET_KEYS = new Set(['UserPw', 'UserPassword', 'UserChallengeToken', 'Config', 'CompanyConfig']);

interface StoredSession {
  readonly values: SessionRow;
  readonly serialized: ReadonlySet<string>;
}

/** Sessions in the family's table: one row per value. */
export class DatabaseSessions implements Sessions {
  readonly #options: SessionsOptions;
  readonly #memory: ShortMemory<StoredSession | undefined>;
  #removedOldAt = 0;

  constructor(options: SessionsOptions) {
    this.#options = options;
    this.#memory = new ShortMemory({ ...MEMORY, now: () => options.now() });
  }

  async create(caller: Caller, origin: CallOrigin): Promise<string> {
    const { database, settings } = this.#options;
    const sessionID = newSessionID();
    const start = { caller, origin, now: this.#options.now(), challengeToken: randomBytes(16).toString('hex') };
    const data = await makeSessionData(database, settings, start);
    const keys = Object.keys(data);
    await database.query(
      `insert into sessions (session_id, data_key, data_value, serialized)
       select $1, row.key, row.value, 0 from unnest($2::text[], $3::text[]) as row (key, value)`,
      [sessionID, keys, keys.map((key) => data[key])],
    );
    await this.#removeOld();
    return sessionID;
  }

  /** Whoever begins a session sweeps up those that nobody will use again, so that the table does not grow for ever. */
  async #removeOld(): Promise<void> {
    const { database, settings, removesOld } = this.#options;
    const now = Math.floor(this.#options.now().getTime() / 1000);
    if (!removesOld || !settings.flag('SessionDeleteIfTimeToOld') || now - this.#removedOldAt < REMOVAL.every) return;
    this.#removedOldAt = now;
    // Seconds of this era have ten digits, so that their texts are ordered like their numbers.
    await database.query(
      `delete from sessions where session_id = any (array(
         select session_id from sessions
         where (data_key = 'UserLastRequest' and data_value <= $1) or (data_key = 'UserSessionStart' and data_value <= $2)
         limit ${REMOVAL.most}))`,
      [String(now - settings.number('SessionMaxIdleTime')), String(now - settings.number('SessionMaxTime'))],
    );
  }

  async read(sessionID: string, origin: CallOrigin): Promise<readonly SessionValue[] | undefined> {
    const session = await this.#findValid(sessionID, origin);
    if (session === undefined) return undefined;
    const keys = Object.keys(session.values).filter((key) => !SECRET_KEYS.has(key));
    return keys.sort().map((key) => {
      const value = session.values[key] ?? null;
      return session.serialized.has(key)
        ? { Key: key, Value: readSerialized(value), Serialized: 1 }
        : { Key: key, Value: value };
    });
  }

  async remove(sessionID: string): Promise<boolean> {
    if (!SESSION_ID.test(sessionID)) return false;
    this.#memory.forget(sessionID);
    const rows = await this.#options.database.query('delete from sessions where session_id = $1 returning id', [
      sessionID,
    ]);
    return rows.length > 0;
  }

  /** Who a session belongs to; undefined when it is not valid for this origin. */
  async identify(sessionID: string, origin: CallOrigin): Promise<Caller | undefined> {
    const session = await this.#findValid(sessionID, origin);
    if (session === undefined) return undefined;
    const { UserID: id, UserLogin: login, UserType: type } = session.values;
    if (login === null || login === undefined) return undefined;
    if (type === 'Customer')
      return { type: 'Customer', userID: this.#options.settings.number('CustomerPanelUserID'), login };
    return { type: 'User', userID: Number(id), login };
  }

  /** Ends all sessions of an agent, for example after a new password. */
  removeOfAgent(agentID: number): Promise<void> {
    return this.#removeOf('User', { key: 'UserID', value: String(agentID) });
  }

  removeOfCustomer(login: string): Promise<void> {
    return this.#removeOf('Customer', { key: 'UserLogin', value: login });
  }

  async #removeOf(type: Caller['type'], { key, value }: { key: string; value: string }): Promise<void> {
    await this.#options.database.query(
      `delete from sessions where session_id in (
         select session_id from sessions where data_key = $1 and data_value = $2
         intersect select session_id from sessions where data_key = 'UserType' and data_value = $3)`,
      [key, value, type],
    );
    this.#memory.clear();
  }

  async #findValid(sessionID: string, origin: CallOrigin): Promise<StoredSession | undefined> {
    if (!SESSION_ID.test(sessionID)) return undefined;
    const session = await this.#memory.remember(sessionID, () => this.#load(sessionID));
    if (session === undefined) return undefined;
    const { settings, logger } = this.#options;
    const now = Math.floor(this.#options.now().getTime() / 1000);
    const lastRequest = Number(session.values.UserLastRequest ?? 0);
    const facts = {
      remoteAddress: session.values.UserRemoteAddr ?? null,
      lastRequest,
      start: Number(session.values.UserSessionStart ?? 0),
    };
    const invalidity = findInvalidity(facts, { origin, now, settings });
    if (invalidity !== undefined) {
      logger.info('a session was refused', { reason: invalidity.reason, login: session.values.UserLogin });
      if (invalidity.deletes) await this.remove(sessionID);
      return undefined;
    }
    if (this.#options.slides && now - lastRequest >= SLIDE_SECONDS) await this.#slide(sessionID, now);
    return session;
  }

  async #slide(sessionID: string, now: number): Promise<void> {
    await this.#options.database.query(
      `update sessions set data_value = $2 where session_id = $1 and data_key = 'UserLastRequest'`,
      [sessionID, String(now)],
    );
    this.#memory.forget(sessionID);
  }

  async #load(sessionID: string): Promise<StoredSession | undefined> {
    const rows = await this.#options.database.query<{ key: string; value: string | null; serialized: number | null }>(
      'select data_key as key, data_value as value, serialized from sessions where session_id = $1',
      [sessionID],
    );
    const values = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
    if (!values.UserID || !values.UserLogin) return undefined;
    return { values, serialized: new Set(rows.filter(({ serialized }) => serialized === 1).map(({ key }) => key)) };
  }
}

/** A string of decimal digits, since clients were told that it is an integer: about 129 bits. */
function newSessionID(): string {
  const first = String(randomInt(1, 10));
  return first + Array.from({ length: DIGITS - 1 }, () => String(randomInt(10))).join('');
}
