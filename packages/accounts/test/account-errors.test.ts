import { accountsMigrations, accountsSettings, createAccounts, type AccountsService } from '@ticketgate/accounts';
import { databaseMigrations } from '@ticketgate/database';
import type { Reason } from '@ticketgate/sdk';
import { silentLogger, startTestDatabase, type TestDatabase } from '../../../test/support/index.js';

const AGENT = { firstName: 'Anna', lastName: 'Agent', email: 'anna@example.org', password: 'correct horse' };

describe('accounts that cannot be', () => {
  let test: TestDatabase;
  let accounts: AccountsService;

  beforeAll(async () => {
    test = await startTestDatabase({ migrations: [...databaseMigrations, ...accountsMigrations] });
    const get = (name: string) => accountsSettings.find((setting) => setting.name === name)?.default;
    accounts = createAccounts({
      database: test.database,
      settings: {
        get,
        flag: (name) => get(name) === 1,
        number: (name) => Number(get(name)),
        text: (name) => String(get(name)),
      },
      logger: silentLogger,
      isAttached: false,
      snapshot: (_name, load) => ({ current: () => load(test.database), drop: () => Promise.resolve() }),
      now: () => new Date('2026-11-21T10:00:00Z'),
    });
    await accounts.agents.add({ ...AGENT, login: 'anna' });
    await accounts.apiKeys.create({ name: 'erp', agentID: 2 });
    await accounts.apiKeys.create({ name: 'old', agentID: 2 });
    await accounts.apiKeys.revoke('old');
  });

  afterAll(() => test.stop());

  it.each<[string, Reason, string, () => Promise<unknown>]>([
    [
      'Accounts.CustomerUnknown',
      'NotFound',
      'There is no customer user "bert".',
      () => accounts.customerAdministration.setPassword('bert', 'correct horse'),
    ],
    [
      'Accounts.AgentUnknown',
      'NotFound',
      'There is no agent "bert".',
      () => accounts.agents.setPassword('bert', 'correct horse'),
    ],
    [
      'Accounts.LoginTaken',
      'Conflict',
      'The login "Anna" is taken by "anna".',
      () => accounts.agents.add({ ...AGENT, login: 'Anna' }),
    ],
    [
      'Accounts.PasswordTooShort',
      'Invalid',
      'The password has 3 of at least 8 characters.',
      () => accounts.agents.add({ ...AGENT, login: 'bert', password: 'abc' }),
    ],
    [
      'Accounts.GroupUnknown',
      'NotFound',
      'There is no group "user". Known groups: admin, stats, users.',
      () => accounts.agents.add({ ...AGENT, login: 'bert', groups: ['user'] }),
    ],
    ['Accounts.ApiKeyUnknown', 'NotFound', 'There is no API key named "crm".', () => accounts.apiKeys.rotate('crm')],
    ['Accounts.ApiKeyUnknown', 'NotFound', 'There is no API key named "crm".', () => accounts.apiKeys.revoke('crm')],
    ['Accounts.ApiKeyRevoked', 'Conflict', '"old"', () => accounts.apiKeys.rotate('old')],
    ['Accounts.ApiKeyRevoked', 'Conflict', '"old"', () => accounts.apiKeys.revoke('old')],
    [
      'Accounts.ApiKeyNameTaken',
      'Conflict',
      'There is already an API key named "erp".',
      () => accounts.apiKeys.create({ name: 'erp', agentID: 2 }),
    ],
    [
      'Accounts.ApiKeyAddressWrong',
      'Invalid',
      '"10.0.0.x" is not an address.',
      () => accounts.apiKeys.create({ name: 'crm', agentID: 2, addresses: ['10.0.0.5', '10.0.0.x'] }),
    ],
  ])('%s (%s): %s', async (...[code, reason, sentence, work]) => {
    await expect(work()).rejects.toMatchObject({ code, reason, message: expect.stringContaining(sentence) as unknown });
  });

  it('gives no new secret to a key that is revoked at the same time', async () => {
    await accounts.apiKeys.create({ name: 'raced', agentID: 2 });
    const rotated = await test.database.withTransaction(async (transaction) => {
      await accounts.apiKeys.on(transaction).revoke('raced');
      const rotating = Promise.allSettled([accounts.apiKeys.rotate('raced')]);
      const waiting = 'select from pg_locks where not granted';
      while ((await test.database.query(waiting)).length === 0);
      return { rotating };
    });
    expect(await rotated.rotating).toMatchObject([{ status: 'rejected', reason: { code: 'Accounts.ApiKeyRevoked' } }]);
  });
});
