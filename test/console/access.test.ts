import { describePages } from '../browser/chromium.js';
import { barriers } from '../browser/watched-page.js';
import { startConsole, type ConsoleCase } from './console-case.js';

describePages('accounts in the console', () => {
  let given: ConsoleCase;

  beforeAll(async () => {
    given = await startConsole();
  });

  afterEach(async () => {
    await given.closePages();
  });

  afterAll(async () => {
    await given.stop();
  });

  it('adds an agent, shows what a role gives, and saves a permission', async () => {
    const { page, complaints } = await given.open('/access/agents?new=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Login *').fill('anna');
    await dialog.getByLabel('First name *').fill('Anna');
    await dialog.getByLabel('Last name *').fill('Agent');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'anna' }).waitFor();
    await page.getByRole('checkbox', { name: 'rw: users' }).check();
    await page.getByLabel('Why, for the audit log').fill('first level');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('anna was saved').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    const directory = await given.server.system.accounts.directory();
    const agent = directory.agentByLogin('anna');
    const users = directory.groupByName('users')?.id ?? 0;
    expect(directory.groupIDsOfAgent(agent?.id ?? 0, 'note').has(users)).toBe(true);
  });
});
