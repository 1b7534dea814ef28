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
   * Preferences that a host's web interface expects in the sessions of agents who never changed them: a session that we started may also be
   * used there (`docs/compatibility.md`).
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

/** A person's part of a session. Members of the account override preferences. */
interface PersonRow {
  readonly preferences: SessionRow | null;
  readonly person: SessionRow;
}

/** SQL: the members that agents and customers share, by the family's names. */
const PERSON = `'UserLogin', login, 'UserFirstname', first_name, 'UserLastname', last_name, 'UserTitle', title,
  'ChangeTime', change_time::text, 'CreateTime', create_time::text, 'ValidID', valid_id::text`;

async function agentData(
  database: Database,
  { caller, defaults }: SessionStart,
  settings: Settings,
): Promise<SessionRow> {
  const [row] = await database.query<PersonRow>(
    `select json_build_object(${PERSON}, 'UserID', id::text) as person,
       (select json_object_agg(preferences_key, preferences_value) from user_preferences where user_id = users.id) as preferences
     from users where id = $1`,
    [caller.userID],
    { isQuick: true },
  );
  return row === undefined ? {} : { ...defaults, ...describePerson(row, settings) };
}

/** SQL: the rest of a customer's record, by the family's names: a session has all of it except the password. */
const RECORD = `'UserID', login, 'UserEmail', email, 'UserCustomerID', customer_id, 'UserPhone', phone, 'UserFax', fax,
  'UserMobile', mobile, 'UserStreet', street, 'UserZip', zip, 'UserCity', city, 'UserCountry', country, 'UserComment', comments`;

async function customerData(database: Database, { caller }: SessionStart, settings: Settings): Promise<SessionRow> {
  const [row] = await database.query<PersonRow>(
    `select json_build_object(${PERSON}, ${RECORD}) as person,
       (select json_object_agg(preferences_key, preferences_value) from customer_preferences where user_id = login) as preferences
     from customer_user where login = $1`,
    [caller.login],
    { isQuick: true },
  );
  return row === undefined ? {} : describePerson(row, settings);
}

function describePerson({ preferences, person }: PersonRow, settings: Settings): SessionRow {
  const { UserFirstname, UserLastname, UserLogin } = person;
  const names = { firstName: UserFirstname ?? '', lastName: UserLastname ?? '', login: UserLogin ?? '' };
  const UserFullname = fullName(names, settings.number('FirstnameLastnameOrder'));
  return { UserLoginFailed: '0', ...preferences, ...person, UserFullname };
}
