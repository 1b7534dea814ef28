import {
  accountsMigrations,
  createAccounts,
  type AccountsOptions,
  type AccountsService,
  type Refusal,
} from '@ticketgate/accounts';
import { createSnapshots, databaseMigrations, type Snapshots } from '@ticketgate/database';
import { silentLogger, startTestDatabase, type TestDatabase } from '../../../test/support/index.js';

import { settings } from './account-settings.js';

const PASSWORD = 'correct horse';
/** So large that it never matters. */
const MANY = 1_000;
const THROTTLE = { failures: MANY, failuresPerAddress: MANY, failuresPerNetwork: MANY, seconds: 300 };
const NOT_REMEMBERED = { seconds: 0, size: 1 };

describe('many logins at once', () => {
  let test: TestDatabase;
  let snapshots: Snapshots;
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
      verifications: { atATime: 2, waiting: MANY },
      loginCache: NOT_REMEMBERED,
      ...changed,
    });

  beforeAll(async () => {
    now = Date.parse('2026-11-22T10:00:00Z');
    test = await startTestDatabase({ migrations: [...databaseMigrations, ...accountsMigrations] });
    snapshots = await createSnapshots({ database: test.database, maxAge: 2, now: () => new Date(now) });
    const person = { firstName: 'Anna', lastName: 'Agent', email: 'anna@example.org', password: PASSWORD };
    await create().agents.add({ ...person, login: 'anna', groups: ['users'] });
  });

  beforeEach(() => test.database.query('truncate ticketgate.login_failure'));

  afterAll(async () => {
    snapshots.close();
    await test.stop();
  });

  /** What became of a login: the agent, the reason why it was refused, or the code of an error. */
  async function attempt(accounts: AccountsService, login: Partial<Attempt>): Promise<string> {
    const { UserLogin, Password, remoteAddress } = { ...RIGHT, ...login };
    let reason = '';
    const onRefusal = (refusal: Refusal) => {
      reason = refusal.reason;
    };
    try {
      const origin = { remoteAddress, userAgent: 'test' };
      const caller = await accounts.authenticate({ UserLogin, Password }, origin, { onRefusal });
      return caller?.login ?? reason;
    } catch (cause) {
      return (cause as { code: string }).code; // all that is thrown here
    }
  }

  async function attempts(count: number, accounts: AccountsService, login: (index: number) => Partial<Attempt>) {
    const results = await Promise.all(Array.from({ length: count }, (_, index) => attempt(accounts, login(index))));
    return Object.fromEntries([...new Set(results)].sort().map((result) => [result, countOf(results, result)]));
  }

  it('verify no more wrong passwords than consecutive ones would', async () => {
    const accounts = create({ throttle: { ...THROTTLE, failures: 20 } });
    expect(await attempts(200, accounts, (index) => ({ Password: `wrong ${index}` }))).toEqual({
      'Accounts.LoginThrottled': 180,
      'the password is wrong': 20,
    });
  });

  it.each([
    ['address', { failuresPerAddress: 5 }, () => '192.0.2.1'],
    ['IPv4 network', { failuresPerNetwork: 5 }, (index: number) => `192.0.2.${index}`],
    ['IPv6 network', { failuresPerNetwork: 5 }, (index: number) => `2001:db8:0:7::${index}`],
  ])('from one %s are refused after too many failures, whichever logins they try', async (_what, rules, addressOf) => {
    const accounts = create({ throttle: { ...THROTTLE, ...rules } });
    const guess = (index: number) => ({ UserLogin: `nobody ${index}`, remoteAddress: addressOf(index) });
    expect(await attempts(12, accounts, guess)).toEqual({ 'Accounts.LoginThrottled': 7, 'the login is unknown': 5 });
    expect(await attempt(accounts, { remoteAddress: addressOf(99) })).toBe('Accounts.LoginThrottled');
    expect(await attempt(accounts, { remoteAddress: '203.0.113.9' })).toBe('anna');
    now += 301_000;
    expect(await attempt(accounts, { remoteAddress: addressOf(99) })).toBe('anna');
  });

  it('are each recorded when they are wrong, in one row', async () => {
    const accounts = create({ verifications: { atATime: 20, waiting: MANY } });
    expect(await attempt(accounts, {})).toBe('anna');
    await attempts(20, accounts, (index) => ({ Password: `wrong ${index}` }));
    const text = `select preferences_value as failed from user_preferences where preferences_key = 'UserLoginFailed'`;
    expect(await test.database.query(text)).toEqual([{ failed: '20' }]);
    await attempts(20, create({ verifications: { atATime: 20, waiting: MANY } }), (index) =>
      index % 2 === 0 ? {} : { Password: `wrong ${index}` },
    );
    expect(await test.database.query(text)).toHaveLength(1);
  });

  it('of a refused login do not count against its address', async () => {
    const accounts = create({ throttle: { ...THROTTLE, failures: 2, failuresPerAddress: 5 } });
    await attempts(50, accounts, (index) => ({ UserLogin: 'nobody', Password: `wrong ${index}` }));
    expect(await attempt(accounts, {})).toBe('anna');
  });

  it('do not count when their password is right, however often it is verified', async () => {
    const accounts = create({ throttle: { ...THROTTLE, failures: 3 } });
    expect(await attempts(50, accounts, () => ({}))).toEqual({ anna: 50 });
    for (let round = 0; round < 5; round += 1) expect(await attempt(accounts, {})).toBe('anna');
    expect(await test.database.query('select failures from ticketgate.login_failure where failures > 0')).toEqual([]);
  });

  it('are refused at once when too many wait, be it from several addresses of a network', async () => {
    const accounts = create({ verifications: { atATime: 1, waiting: 59 } });
    const guess = (index: number) => ({ UserLogin: `nobody ${index}`, remoteAddress: `10.0.1.${index}` });
    const refusals = await attempts(50, accounts, guess);
    expect(Object.keys(refusals).sort()).toEqual(['Accounts.LoginsBusy', 'the login is unknown']);
    expect(await attempt(accounts, {})).toBe('anna');
  });

  it('do not delay callers whose session or password is known', async () => {
    const accounts = create({
      verifications: { atATime: 1, waiting: 1 },
      throttle: { ...THROTTLE, failuresPerAddress: 1 },
      loginCache: { seconds: 60, size: 10 },
    });
    const origin = { remoteAddress: RIGHT.remoteAddress, userAgent: 'test' };
    expect(await attempt(accounts, {})).toBe('anna');
    const SessionID = await accounts.sessions.create({ type: 'User', userID: 2, login: 'anna' }, origin);
    const guesses = attempts(20, accounts, (index) => ({ UserLogin: `nobody ${index}` }));
    expect(await attempt(accounts, {})).toBe('anna');
    expect(await accounts.authenticate({ SessionID }, origin)).toMatchObject({ login: 'anna' });
    expect(Object.keys(await guesses)).toContain('Accounts.LoginsBusy');
    expect(await attempt(accounts, {})).toBe('anna');
    expect(await attempt(accounts, { Password: 'wrong' })).toBe('Accounts.LoginThrottled');
  });

  it('forget old failures on the way', async () => {
    const accounts = create();
    await attempts(5, accounts, (index) => ({ remoteAddress: `10.${index}.0.1`, Password: 'wrong' }));
    now += 301_000;
    await attempt(accounts, { UserLogin: 'nobody' });
    await attempt(accounts, { UserLogin: 'nobody' });
    expect(await test.database.query('select scope, failures from ticketgate.login_failure order by scope')).toEqual([
      { scope: 1, failures: 2 },
      { scope: 2, failures: 2 },
      { scope: 3, failures: 2 },
    ]);
  });
});

interface Attempt {
  readonly UserLogin: string;
  readonly Password: string;
  readonly remoteAddress: string;
}

const RIGHT: Attempt = { UserLogin: 'anna', Password: PASSWORD, remoteAddress: '192.0.2.1' };

function countOf(results: readonly string[], wanted: string): number {
  return results.filter((result) => result === wanted).length;
}
