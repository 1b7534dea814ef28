import {
  accountsMigrations,
  agentsKind,
  createAccounts,
  type AccountsOptions,
  type AccountsService,
} from '@ticketgate/accounts';
import { createSnapshots, databaseMigrations, type Snapshots } from '@ticketgate/database';
import { openDatabase } from '@ticketgate/database/postgres';
import { collectingLogger, silentLogger, startTestDatabase, type TestDatabase } from '../../../test/support/index.js';

import { customerUsersKind } from '../src/catalogue/customer-kinds.js';
import { settings } from './account-settings.js';

const ORIGIN = { remoteAddress: '192.0.2.1', userAgent: 'test' };
const PASSWORD = 'correct horse';
const ANNA = {
  login: 'anna',
  firstName: 'Anna',
  lastName: 'Agent',
  email: 'anna@example.org',
  password: PASSWORD,
  groups: ['users'],
};
const ENTRY = { Login: 'anna', FirstName: 'Anna', LastName: 'Agent', Email: 'anna@example.org' };
const THROTTLE = { failures: 3, failuresPerAddress: 100, failuresPerNetwork: 500, seconds: 300 };

describe('accounts', () => {
  let test: TestDatabase;
  let snapshots: Snapshots;
  let accounts: AccountsService;
  let now: number;

  const create = (changed: Partial<AccountsOptions> = {}) =>
    createAccounts({
      database: test.database,
      settings: settings({ 'AuthModule::DB::bcryptCost': 9 }),
      logger: silentLogger,
      isAttached: false,
      snapshot: (name, load) => snapshots.snapshot(name, load),
      now: () => new Date(now),
      throttle: THROTTLE,
      ...changed,
    });

  beforeEach(async () => {
    now = Date.parse('2026-11-21T10:00:00Z');
    test = await startTestDatabase({ migrations: [...databaseMigrations, ...accountsMigrations] });
    snapshots = await createSnapshots({ database: test.database, maxAge: 2, now: () => new Date(now) });
    accounts = create();
    await accounts.agents.add(ANNA);
    await accounts.customerAdministration.add({
      login: 'carl',
      email: 'carl@example.org',
      customerID: 'ACME',
      firstName: 'Carl',
      lastName: 'Customer',
      password: PASSWORD,
    });
  });

  afterEach(async () => {
    snapshots.close();
    await test.stop();
  });

  const host = () => ({ database: test.database, settings: settings({}), now: () => new Date(now) });

  const login = (UserLogin: string, Password: string, service = accounts) =>
    service.authenticate({ UserLogin, Password }, ORIGIN);

  it('identifies an agent by login and password, and a customer as the user who acts for customers', async () => {
    expect(await login('anna', PASSWORD)).toEqual({ type: 'User', userID: 2, login: 'anna' });
    expect(await accounts.authenticate({ CustomerUserLogin: 'carl', Password: PASSWORD }, ORIGIN)).toEqual({
      type: 'Customer',
      userID: 1,
      login: 'carl',
    });
    expect(await login('anna', 'wrong')).toBeUndefined();
    expect(await login('ANNA', PASSWORD)).toBeUndefined();
    expect(await login('nobody', PASSWORD)).toBeUndefined();
  });

  it('fails where a row was not stored, instead of writing to that of nobody', async () => {
    await test.database.query(
      `create function leave_out() returns trigger language plpgsql as $$ begin return null; end $$`,
    );
    await test.database.query(
      'create trigger leave_out before insert on users for each row execute function leave_out()',
    );
    const added = accounts.agents.add({ ...ANNA, login: 'bea', email: 'bea@example.org' });
    await expect(added).rejects.toThrow('A statement returned no row: select id from users');
  });

  it('knows who is out of office by the day of the system time zone', async () => {
    const names = ['StartYear', 'StartMonth', 'StartDay', 'EndYear', 'EndMonth', 'EndDay'];
    const values = ['2026', '12', '01', '2026', '12', '01'];
    await test.database.query(
      `insert into user_preferences (user_id, preferences_key, preferences_value)
       select 2, 'OutOfOffice' || name, value from unnest($1::text[], $2::text[]) as preference (name, value)`,
      [
        ['', ...names],
        ['1', ...values],
      ],
    );
    const isAway = async (time: string, zone: string) => {
      const directory = await create({ settings: settings({ OTOBOTimeZone: zone }) }).directory();
      return directory.agentByID(2)?.isOutOfOffice(new Date(time));
    };
    expect(await isAway('2026-11-30T23:30:00Z', 'Europe/Berlin')).toBe(true);
    expect(await isAway('2026-12-01T23:30:00Z', 'Europe/Berlin')).toBe(false);
    expect(await isAway('2026-11-30T23:30:00Z', 'UTC')).toBe(false);
  });

  it('lets only administrators of a host in while it is closed for maintenance, and asks the host once a second', async () => {
    const { database } = test;
    await accounts.agents.add({ ...ANNA, login: 'root', email: 'root@example.org', groups: ['users', 'admin'] });
    await database.query('create table system_maintenance (start_date int, stop_date int, valid_id int)');
    const host = create({ isAttached: true });
    const who = async () => [
      await login('anna', PASSWORD, host),
      await login('root', PASSWORD, host),
      await host.authenticate({ CustomerUserLogin: 'carl', Password: PASSWORD }, ORIGIN),
    ];
    expect(await who()).toEqual([expect.anything(), expect.anything(), expect.anything()]);

    const second = now / 1000;
    await database.query('insert into system_maintenance values ($1, $2, 1)', [second, second + 3]);
    expect(await login('anna', PASSWORD, host)).toBeDefined();
    now += 1_001;
    expect(await who()).toEqual([undefined, expect.objectContaining({ login: 'root' }), undefined]);
    now += 3_001;
    expect(await who()).toEqual([expect.anything(), expect.anything(), expect.anything()]);
  });

  it('does not fall back to other credentials when the first ones are wrong', async () => {
    const both = { CustomerUserLogin: 'carl', Password: PASSWORD };
    expect(await accounts.authenticate({ ...both, UserLogin: 'nobody' }, ORIGIN)).toBeUndefined();
    expect(await accounts.authenticate({ ...both, SessionID: 'nonsense' }, ORIGIN)).toBeUndefined();
    expect(await accounts.authenticate({ ...both, ApiKey: 'nonsense' }, ORIGIN)).toBeUndefined();
    expect(await accounts.authenticate({}, ORIGIN)).toBeUndefined();
  });

  it.each([
    ['a login that is longer than any', { UserLogin: 'a'.repeat(201), Password: PASSWORD }],
    ['a login that PostgreSQL cannot hold', { UserLogin: 'an\0na', Password: PASSWORD }],
    ['a password that is longer than any', { UserLogin: 'anna', Password: 'x'.repeat(1_001) }],
    ['a session id that is longer than any', { SessionID: '9'.repeat(101) }],
    ['a session id that PostgreSQL cannot hold', { SessionID: '12\0' }],
  ])('treats %s as nobody, and stores nothing of it', async (_, credentials) => {
    expect(await accounts.authenticate(credentials, ORIGIN)).toBeUndefined();
    expect(await test.database.query('select key from ticketgate.login_failure')).toEqual([]);
  });

  it('does not look up a customer whose login or address is longer than the column', async () => {
    let statements = 0;
    const query: typeof test.database.query = (...statement) => {
      statements += 1;
      return test.database.query(...statement);
    };
    const database = Object.assign(Object.create(test.database) as typeof test.database, { query });
    const { customers } = create({ database });
    expect(await customers.findByLogin('CARL')).toMatchObject({ login: 'carl' });
    expect(statements).toBe(1);
    expect(await customers.findByLogin('c'.repeat(201))).toBeUndefined();
    expect(await customers.findByEmail(`${'c'.repeat(150)}@example.org`)).toBeUndefined();
    expect(statements).toBe(1);
  });

  it('takes no letter beyond ASCII for one of ASCII in logins and addresses, and finds who has exactly the login first', async () => {
    const [ascii, kelvin] = ['karl', '\u212Aarl'];
    await test.database.query(
      `insert into customer_user (login, email, customer_id, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
       select login, login || '@example.org', company, login, login, 1, now(), 1, now(), 1
       from (values ($1, 'KARLS'), ($2, 'OTHERS'), ('CARL', 'CAPITALS')) as added (login, company)`,
      [ascii, kelvin],
    );
    const { customers } = accounts;
    for (const login of [ascii, kelvin]) {
      expect(await customers.findByLogin(login)).toMatchObject({ login });
      expect(await customers.findByEmail(`${login}@EXAMPLE.org`)).toMatchObject({ login });
    }
    expect(await customers.findByLogin('KARL')).toMatchObject({ login: ascii });
    expect([await customers.customerIDs('KARL'), await customers.customerIDs(kelvin)]).toEqual([['KARLS'], ['OTHERS']]);
    expect([await customers.customerIDs('CARL'), await customers.customerIDs('carl')]).toEqual([
      ['CAPITALS'],
      ['ACME'],
    ]);
    await test.database.query('delete from customer_user where login = $1', [kelvin]);
    expect([await customers.findByLogin(`${kelvin} `), await customers.findByEmail(`${kelvin}@example.org`)]).toEqual([
      undefined,
      undefined,
    ]);

    await accounts.agents.add({ ...ANNA, login: 'Kira', email: 'kira@example.org' });
    const directory = await accounts.directory();
    expect([directory.agentByLogin('kIRA')?.login, directory.agentByLogin('\u212Aira')]).toEqual(['Kira', undefined]);
  });

  it('locks a web service to its agents', async () => {
    const credentials = { UserLogin: 'anna', Password: PASSWORD };
    expect(await accounts.authenticate(credentials, ORIGIN, { onlyAgents: ['api_agent'] })).toBeUndefined();
    expect(await accounts.authenticate(credentials, ORIGIN, { onlyAgents: ['Anna'] })).toBeUndefined();
    expect(await accounts.authenticate(credentials, ORIGIN, { onlyAgents: ['anna'] })).toMatchObject({ login: 'anna' });
    const customer = { CustomerUserLogin: 'carl', Password: PASSWORD };
    expect(await accounts.authenticate(customer, ORIGIN, { onlyAgents: ['carl'] })).toBeUndefined();
  });

  it('ends a remembered login within two seconds after a change by a host, and at once after one of ours', async () => {
    expect(await login('anna', PASSWORD)).toBeDefined();
    await test.database.query(`update users set pw = 'changed by the host' where login = 'anna'`);
    now += 1_999;
    expect(await login('anna', PASSWORD)).toBeUndefined();
    await accounts.agents.setPassword('anna', 'another one');
    expect(await login('anna', 'another one')).toBeDefined();
    await agentsKind.setValidity('anna', false, host());
    now += 1_999;
    expect(await login('anna', 'another one')).toBeUndefined();
  });

  it('refuses even the right password after too many failures from an address, until they expire', async () => {
    for (const attempt of [1, 2, 3]) expect(await login('anna', `wrong ${attempt}`)).toBeUndefined();
    await expect(login('anna', PASSWORD)).rejects.toMatchObject({
      code: 'Accounts.LoginThrottled',
      reason: 'TooManyRequests',
    });
    const elsewhere = { ...ORIGIN, remoteAddress: '192.0.2.2' };
    expect(await accounts.authenticate({ UserLogin: 'anna', Password: PASSWORD }, elsewhere)).toBeDefined();
    now += 301_000;
    expect(await login('anna', PASSWORD, create())).toBeDefined();
  });

  it('makes an agent with too many failures invalid-temporarily if configured', async () => {
    const strict = create({
      settings: settings({ PasswordMaxLoginFailed: 2 }),
      throttle: { ...THROTTLE, failures: 100 },
    });
    await login('anna', 'wrong', strict);
    now += 2_000;
    await login('anna', 'wrong', strict);
    now += 2_000;
    expect(await login('anna', PASSWORD, strict)).toBeUndefined();
    expect(await test.database.query(`select valid_id from users where login = 'anna'`)).toEqual([{ valid_id: 3 }]);
  });

  it('refuses a failed login where the database user may not make agents invalid, and says once what is missing', async () => {
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => warnings.push(message) };
    const role = `reader_${new URL(test.url).pathname.slice(1)}`;
    await test.database.query(`create role ${role} login password 'secret'`);
    await test.database.query(`grant all on all tables in schema public, ticketgate to ${role}`);
    await test.database.query(`grant usage on schema ticketgate to ${role}`);
    await test.database.query(`revoke update on users from ${role}`);
    const url = Object.assign(new URL(test.url), { username: role, password: 'secret' }).href;
    const database = await openDatabase({ url, logger: silentLogger });
    try {
      const limited = create({ database, logger, settings: settings({ PasswordMaxLoginFailed: 1 }) });
      for (const password of ['wrong', 'wrong again']) expect(await login('anna', password, limited)).toBeUndefined();
      expect(warnings).toEqual([
        expect.stringContaining(`grant update (valid_id, change_time, change_by) on users to ${role};`),
      ]);
      await test.database.query(`grant update (valid_id, change_time, change_by) on users to ${role}`);
      await login('anna', 'and again', limited);
      expect(await test.database.query(`select valid_id from users where login = 'anna'`)).toEqual([{ valid_id: 3 }]);
    } finally {
      await database.close();
      await test.database.query(`drop owned by ${role}`);
      await test.database.query(`drop role ${role}`);
    }
  });

  it('notes logins as the family does', async () => {
    await login('anna', 'wrong');
    await login('anna', PASSWORD);
    const rows = await test.database.query<{ preferences_key: string; preferences_value: string }>(
      `select preferences_key, preferences_value from user_preferences where user_id = 2 and preferences_key like 'UserL%' order by 1`,
    );
    expect(rows).toEqual([
      { preferences_key: 'UserLastLogin', preferences_value: String(now / 1000) },
      { preferences_key: 'UserLoginFailed', preferences_value: '0' },
    ]);
  });

  describe('sessions', () => {
    const start = async (service = accounts) => {
      const caller = await login('anna', PASSWORD, service);
      return service.sessions.create(caller!, ORIGIN);
    };
    const identify = (SessionID: string, service = accounts, origin = ORIGIN) =>
      service.authenticate({ SessionID }, origin);

    it('have ids of 39 digits and identify the agent', async () => {
      const sessionID = await start();
      expect(sessionID).toMatch(/^[1-9]\d{38}$/);
      expect(await identify(sessionID)).toEqual({ type: 'User', userID: 2, login: 'anna' });
    });

    it('show their values but no secret', async () => {
      await test.database.query(`insert into user_preferences values (2, 'UserPw', 'hash'), (2, 'UserLanguage', 'de')`);
      const values = await accounts.sessions.read(await start(), ORIGIN);
      const shown = Object.fromEntries(values!.map(({ Key, Value }) => [Key, Value]));
      expect(shown).toMatchObject({
        UserLogin: 'anna',
        UserID: '2',
        UserType: 'User',
        UserEmail: 'anna@example.org',
        UserLanguage: 'de',
        ValidID: '1',
        UserRemoteAddr: '192.0.2.1',
      });
      expect(Object.keys(shown).filter((key) => /Pw|Password|Challenge|Config/.test(key))).toEqual([]);
      expect(values!.map(({ Key }) => Key)).toEqual(Object.keys(shown).sort());
    });

    it('of a customer who is disabled end with one that begins at the same time', async () => {
      const customer = { CustomerUserLogin: 'carl', Password: PASSWORD };
      const begun: (string | undefined)[] = [];
      const query: typeof test.database.query = async (...statement) => {
        const rows = await test.database.query(...statement);
        const caller = await accounts.authenticate(customer, ORIGIN);
        begun.push(caller && (await accounts.sessions.create(caller, ORIGIN)));
        return rows as never;
      };
      const database = Object.assign(Object.create(test.database) as typeof test.database, { query });
      await customerUsersKind.setValidity('carl', false, { ...host(), database });
      expect(begun.length).toBeGreaterThan(1);
      expect(await test.database.query('select from sessions')).toEqual([]);
    });

    it('of customers show their whole record', async () => {
      await test.database.query(`update customer_user set phone = '+49 30 1', city = 'Berlin' where login = 'carl'`);
      const customer = { type: 'Customer', userID: 1, login: 'carl' } as const;
      const values = await accounts.sessions.read(await accounts.sessions.create(customer, ORIGIN), ORIGIN);
      const shown = Object.fromEntries(values!.map(({ Key, Value }) => [Key, Value]));
      expect(shown).toMatchObject({ UserID: 'carl', UserPhone: '+49 30 1', UserCity: 'Berlin', UserFax: null });
      expect(shown).not.toHaveProperty('UserPassword');
    });

    it('end when they are used from another address', async () => {
      const sessionID = await start();
      expect(await identify(sessionID, accounts, { ...ORIGIN, remoteAddress: '203.0.113.9' })).toBeUndefined();
      expect(await identify(sessionID)).toBeUndefined();
    });

    it.each([
      ['removes those that are too old', false, 1],
      ['leaves those of a host to the host', true, 2],
    ])('%s when another one begins', async (_, isAttached, left) => {
      const old = create({ isAttached });
      await old.sessions.create({ type: 'User', userID: 2, login: 'anna' }, ORIGIN);
      now += 7_201_000;
      await old.sessions.create({ type: 'User', userID: 2, login: 'anna' }, ORIGIN);
      const rows = await test.database.query('select distinct session_id from sessions');
      expect(rows).toHaveLength(left);
    });

    it('begin also where old ones cannot be removed, which is logged', async () => {
      await start();
      now += 7_201_000;
      await test.database.query(
        `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$`,
      );
      await test.database.query(
        'create trigger refuse before delete on sessions for each statement execute function refuse()',
      );
      const logger = collectingLogger();
      const sessionID = await create({ logger }).sessions.create({ type: 'User', userID: 2, login: 'anna' }, ORIGIN);
      expect(await identify(sessionID)).toBeDefined();
      expect(logger.lines.join()).toContain('old sessions could not be removed');
    });

    it('slide while they are used, up to their greatest age', async () => {
      const sessionID = await start();
      for (let hour = 1; hour < 16; hour += 1) {
        now += 3_600_000;
        expect(await identify(sessionID)).toBeDefined();
      }
      now += 3_600_000;
      expect(await identify(sessionID)).toBeUndefined();
    });

    it('end after the idle time however busy they are when they do not slide', async () => {
      const attached = create({ sessionsSlide: false });
      const sessionID = await start(attached);
      now += 7_199_000;
      expect(await identify(sessionID, attached)).toBeDefined();
      now += 1_000;
      expect(await identify(sessionID, attached)).toBeUndefined();
    });

    it.each([
      ['UserLastRequest', 'soon'],
      ['UserLastRequest', '1e300'],
      ['UserSessionStart', 'Infinity'],
      ['UserSessionStart', null],
      ['UserType', null],
      ['UserType', ''],
      ['UserType', 'customer'],
    ])('are nobody when a host wrote %s as %j', async (key, value) => {
      const sessionID = await start();
      await test.database.query('update sessions set data_value = $2 where data_key = $1', [key, value]);
      expect(await identify(sessionID)).toBeUndefined();
    });

    it('end on every replica within two seconds of their removal, and with a new password', async () => {
      const replica = create();
      const [first, second] = [await start(), await start()];
      expect(await identify(first, replica)).toBeDefined();
      expect(await accounts.sessions.remove(first)).toBe(true);
      expect(await accounts.sessions.remove(first)).toBe(false);
      now += 1_999;
      expect(await identify(first, replica)).toBeUndefined();
      await accounts.agents.setPassword('anna', 'another one');
      now += 1_999;
      expect(await identify(second, replica)).toBeUndefined();
    });
  });

  it('accepts an API key for its agent, within its bounds, until it is revoked', async () => {
    const key = await accounts.apiKeys.create({
      name: 'erp',
      agentID: 2,
      services: ['Helpdesk'],
      addresses: [`${ORIGIN.remoteAddress}/31`],
    });
    const use = (service: string, origin = ORIGIN) =>
      accounts.authenticate({ ApiKey: key }, origin, { use: { service, operation: 'TicketGet' } });
    expect(await use('Helpdesk')).toEqual({ type: 'User', userID: 2, login: 'anna', apiKey: 'erp' });
    expect(await use('Other')).toBeUndefined();
    expect(await use('Helpdesk', { ...ORIGIN, remoteAddress: '203.0.113.9' })).toBeUndefined();
    expect(await test.database.query('select 1 as found from ticketgate.api_key where key_sha256 = $1', [key])).toEqual(
      [],
    );
    await accounts.apiKeys.revoke('erp');
    expect(await use('Helpdesk')).toBeUndefined();
  });

  it('gives permissions by group and by role, rw including all others', async () => {
    await test.database.query(
      `insert into roles (id, name, valid_id, create_time, create_by, change_time, change_by) values (1, 'Stats', 1, now(), 1, now(), 1)`,
    );
    await test.database.query(
      `insert into role_user (user_id, role_id, create_time, create_by, change_time, change_by) values (2, 1, now(), 1, now(), 1)`,
    );
    await test.database.query(
      `insert into group_role (role_id, group_id, permission_key, permission_value, create_time, create_by, change_time, change_by) values (1, 3, 'ro', 1, now(), 1, now(), 1), (1, 2, 'ro', 0, now(), 1, now(), 1)`,
    );
    now += 2_000;
    const directory = await accounts.directory();
    expect([...directory.groupIDsOfAgent(2, 'ro')].sort()).toEqual([1, 3]);
    expect([...directory.groupIDsOfAgent(2, 'create')]).toEqual([1]);
    await agentsKind.save({ ...ENTRY, Permissions: { admin: ['note'] } }, host(), { isExact: false });
    now += 2_000;
    expect([...(await accounts.directory()).groupIDsOfAgent(2, 'note')].sort()).toEqual([1, 2]);
    await agentsKind.setValidity('anna', false, host());
    now += 2_000;
    expect([...(await accounts.directory()).groupIDsOfAgent(2, 'ro')]).toEqual([]);
  });

  it('gives root@localhost a first password only once', async () => {
    const { generated } = await accounts.agents.ensureFirstPassword('root@localhost', undefined);
    expect(generated).toMatch(/^\S{24}$/);
    expect(await login('root@localhost', generated!)).toMatchObject({ userID: 1 });
    expect(await accounts.agents.ensureFirstPassword('root@localhost', 'chosen too late')).toEqual({ ignored: true });
    expect(await login('root@localhost', 'chosen too late')).toBeUndefined();
  });

  it('says why an account cannot be created', async () => {
    const agent = { login: 'bert', firstName: 'B', lastName: 'B', email: 'b@example.org', password: PASSWORD };
    await expect(accounts.agents.add({ ...agent, login: 'ANNA' })).rejects.toMatchObject({
      code: 'Accounts.LoginTaken',
    });
    await expect(accounts.agents.add({ ...agent, groups: ['user'] })).rejects.toThrow(
      'There is no group "user". Known groups: admin, stats, users.',
    );
    await expect(accounts.agents.add({ ...agent, password: 'short' })).rejects.toMatchObject({
      code: 'Accounts.PasswordTooShort',
    });
    for (const password of ['password', '12345678', 'PassWord123', 'zzzzzzzzzz']) {
      await expect(accounts.agents.add({ ...agent, password })).rejects.toMatchObject({
        code: 'Accounts.PasswordTooCommon',
      });
    }
  });
});
