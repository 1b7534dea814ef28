import { formatSystemTime, type Caller, type RequestOrigin, type Database, type Settings } from '@ticketgate/sdk';

import { fullName } from '../directory/load-directory.js';

export type SessionRow = Readonly<Record<string, string | null>>;

export interface SessionStart {
  readonly caller: Caller;
  readonly origin: RequestOrigin;
  readonly source: string;
  readonly now: Date;
  /** 32 characters for a host's web forms. */
  readonly challengeToken: string;
  /**
   * Preferences that a host's web interface expects in the sessions of agents who never changed them: a session that we started may be
   * used there too (`docs/compatibility.md`).
   */
  readonly defaults: SessionRow;
}

/** The data of a new session: the person, their preferences, and where and when it began. */
export async function makeSessionData(
  database: Database,
  settings: Settings,
  start: SessionStart,
): Promise<SessionRow> {
  const person =
    start.caller.type === 'User'
      ? await agentData(database, start, settings)
      : await customerData(database, start, settings);
  const seconds = String(Math.floor(start.now.getTime() / 1000));
  return {
    ...person,
    SessionSource: start.source,
    UserType: start.caller.type,
    UserLastLogin: seconds,
    UserLastLoginTimestamp: formatSystemTime(start.now, settings),
    UserLastRequest: seconds,
    UserSessionStart: seconds,
    UserRemoteAddr: start.origin.remoteAddress === '' ? 'none' : start.origin.remoteAddress,
    UserRemoteUserAgent: start.origin.userAgent,
    UserChallengeToken: start.challengeToken,
  };
}

interface PersonRow {
  readonly login: string;
  readonly title: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly valid_id: number;
  readonly create_time: string;
  readonly change_time: string;
  readonly preferences: SessionRow | null;
}

async function agentData(
  database: Database,
  { caller, defaults }: SessionStart,
  settings: Settings,
): Promise<SessionRow> {
  const [row] = await database.query<PersonRow>(
    `select login, title, first_name, last_name, valid_id, create_time, change_time,
       (select json_object_agg(preferences_key, preferences_value) from user_preferences where user_id = users.id) as preferences
     from users where id = $1`,
    [caller.userID],
    { isQuick: true },
  );
  if (row === undefined) return {};
  return {
    ...defaults,
    UserLoginFailed: '0',
    ...row.preferences,
    ...personData(row, settings),
    UserID: String(caller.userID),
  };
}

interface CustomerRow extends PersonRow {
  readonly email: string;
  readonly customer_id: string;
  readonly record: SessionRow;
}

/** The rest of a customer's record, by the family's names: a session has all of it but the password. */
const CUSTOMER_RECORD = `json_build_object('UserPhone', phone, 'UserFax', fax, 'UserMobile', mobile, 'UserStreet', street,
  'UserZip', zip, 'UserCity', city, 'UserCountry', country, 'UserComment', comments)`;

async function customerData(database: Database, { caller }: SessionStart, settings: Settings): Promise<SessionRow> {
  const [row] = await database.query<CustomerRow>(
    `select login, title, first_name, last_name, valid_id, create_time, change_time, email, customer_id,
       ${CUSTOMER_RECORD} as record,
       (select json_object_agg(preferences_key, preferences_value) from customer_preferences where user_id = login) as preferences
     from customer_user where login = $1`,
    [caller.login],
    { isQuick: true },
  );
  if (row === undefined) return {};
  return {
    UserLoginFailed: '0',
    ...row.preferences,
    ...row.record,
    ...personData(row, settings),
    UserID: caller.login,
    UserEmail: row.email,
    UserCustomerID: row.customer_id,
  };
}

function personData(row: PersonRow, settings: Settings): SessionRow {
  const names = { firstName: row.first_name, lastName: row.last_name, login: row.login };
  return {
    UserLogin: row.login,
    UserFirstname: row.first_name,
    UserLastname: row.last_name,
    UserFullname: fullName(names, settings.number('FirstnameLastnameOrder')),
    UserTitle: row.title,
    ChangeTime: row.change_time,
    CreateTime: row.create_time,
    ValidID: String(row.valid_id),
  };
}
