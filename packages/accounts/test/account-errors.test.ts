import { accountsMigrations, accountsSettings, createAccounts, type AccountsService } from '@ticketgate/accounts';
import { databaseMigrations } from '@ticketgate/database';
import { silentLogger, startTestDatabase, type TestDatabase } from '@ticketgate/test-support';

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

  it.each<[string, number, string, () => Promise<unknown>]>([
    [
      'Accounts.CustomerUnknown',
      404,
      'There is no customer user "bert".',
      () => accounts.customerAdministration.setPassword('bert', 'correct horse'),
    ],
    [
      'Accounts.AgentUnknown',
      404,
      'There is no agent "bert".',
      () => accounts.agents.setPassword('bert', 'correct horse'),
    ],
    ['Accounts.LoginTaken', 409, 'The login "Anna" is taken.', () => accounts.agents.add({ ...AGENT, login: 'Anna' })],
    [
      'Accounts.PasswordTooShort',
      400,
      'The password has 3 characters;',
      () => accounts.agents.add({ ...AGENT, login: 'bert', password: 'abc' }),
    ],
    [
      'Accounts.GroupUnknown',
      404,
      'There is no group "user". Known groups: admin, stats, users.',
      () => accounts.agents.grant('anna', 'user', 'ro'),
    ],
    [
      'Accounts.PermissionUnknown',
      400,
      'There is no permission "read".',
      () => accounts.agents.grant('anna', 'users', 'read'),
    ],
    ['Accounts.ApiKeyUnknown', 404, 'There is no API key named "crm".', () => accounts.apiKeys.rotate('crm')],
    ['Accounts.ApiKeyUnknown', 404, 'There is no API key named "crm".', () => accounts.apiKeys.revoke('crm')],
    ['Accounts.ApiKeyRevoked', 409, '"old"', () => accounts.apiKeys.rotate('old')],
    [
      'Accounts.ApiKeyNameTaken',
      409,
      'There is an API key named "erp" already.',
      () => accounts.apiKeys.create({ name: 'erp', agentID: 2 }),
    ],
    [
      'Accounts.ApiKeyAddressWrong',
      400,
      '"10.0.0.x" is no address.',
      () => accounts.apiKeys.create({ name: 'crm', agentID: 2, addresses: ['10.0.0.5', '10.0.0.x'] }),
    ],
  ])('%s (%s): %s', async (...[code, status, sentence, work]) => {
    await expect(work()).rejects.toMatchObject({ code, status, message: expect.stringContaining(sentence) as unknown });
  });
});
