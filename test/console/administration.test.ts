import { startOwnServer, untilHolds, untilTrue } from '../support/index.js';
import { barriers } from '../browser/watched-page.js';
import type { Page } from 'playwright-core';

import { apiOf, describeConsole, SERVICE, serviceOf, signIn } from './console-case.js';

describeConsole('accounts, catalogue, audit log and system in the console', { start: startOwnServer }, (given) => {
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

  it('saves no role without an agent whose name was typed and not added', async () => {
    const { page } = await given.open('/access/roles?new=1');
    await page.getByRole('dialog').getByLabel('Name *').fill('helpers');
    await page.keyboard.press('Control+s');
    await page.getByRole('heading', { name: 'helpers' }).waitFor();
    await page.getByLabel('Comment').fill('first level');
    await page.getByRole('combobox', { name: 'Agents' }).fill('root@localhost');
    await page.keyboard.press('Control+s');
    await untilHolds(async () => expect(await page.locator(':invalid:focus').count()).toBe(1));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove root@localhost' }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('helpers was saved').waitFor();
  });

  it('restricts a key to names that exist, each added by one click', async () => {
    const { page, complaints } = await given.open('/access/keys?new=1&agent=root@localhost');
    const dialog = page.getByRole('dialog');
    const add = dialog.getByRole('button', { name: 'Add to Only operations' });
    await dialog.getByLabel('Name').fill('monitoring');
    await dialog.getByRole('combobox', { name: 'Only operations' }).fill('Ticket::TicketGett');
    await add.click();
    await dialog.getByText('No chosen web service offers Ticket::TicketGett.').waitFor();
    for (const type of ['Ticket::TicketGet', 'Ticket::TicketSearch']) {
      await dialog.getByRole('combobox', { name: 'Only operations' }).fill(type);
      const { x, y, width, height } = (await add.boundingBox())!;
      await page.mouse.click(x + width / 2, y + height / 2);
      await dialog.getByRole('button', { name: `Remove ${type}` }).waitFor();
      // For the next one.
      await untilHolds(async () => expect(await dialog.locator('input:focus').count()).toBe(1));
    }
    const addresses = dialog.getByRole('combobox', { name: 'Only from addresses' });
    for (const wrong of ['10.0.0.0/88', '10.0.0', 'fd00::/129', '300.0.0.1']) {
      await addresses.fill(wrong);
      await page.keyboard.press('Enter');
      await dialog.getByText(`${wrong} is not an address`).waitFor();
    }
    for (const right of ['fd00::/64', '10.0.0.5']) {
      await addresses.fill(right);
      await page.keyboard.press('Enter');
      await dialog.getByRole('button', { name: `Remove ${right}` }).waitFor();
    }
    // Typed and not added: without it, the key would have no such limit.
    await dialog.getByRole('combobox', { name: 'Only from addresses' }).fill('10.0.0.0/8');
    await page.keyboard.press('Control+s');
    await untilHolds(async () => expect(await page.locator(':invalid:focus').count()).toBe(1));
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Remove 10.0.0.0/8' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('refuses an operation that nobody offers also before the names of all have come', async () => {
    const { page } = await given.open('/');
    const never = new Promise<void>(() => undefined);
    await page.route('**/admin/api/operations', () => never, { times: 1 });
    await page.goto(`${given.server.url}/admin/access/keys?new=1&agent=root@localhost`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Only operations' }).fill('Ticket::TicketGett');
    await page.keyboard.press('Enter');
    await dialog.getByText('No chosen web service offers Ticket::TicketGett.').waitFor();
    expect(await dialog.getByRole('button', { name: /^Remove / }).count()).toBe(0);
  });

  it('keeps what is typed in a dialog when Escape is pressed, until somebody says that it may go', async () => {
    const { page } = await given.open('/access/keys?new=1');
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.fill('half');
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
    await untilHolds(async () => expect(await name.inputValue()).toBe('half'));
    page.once('dialog', (question) => void question.accept());
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });
  });

  it('adds a dynamic field by the form of its type', async () => {
    const { page, complaints } = await given.open('/catalogue/DynamicFields?new=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name *').fill('Building');
    await dialog.getByLabel('Type of field *').selectOption('Dropdown');
    await dialog.getByLabel('Name of a new entry of Possible values').fill('A');
    await dialog.getByRole('button', { name: 'Add', exact: true }).first().click();
    await dialog.getByLabel('A', { exact: true }).fill('Main building');
    await dialog.getByRole('button', { name: 'Add', exact: true }).last().click();
    await page.getByRole('heading', { name: 'Building' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    const [field] = await given.server.database.query<{ config: string }>(
      `select config from dynamic_field where name = 'Building'`,
    );
    expect(field?.config).toContain('A: Main building');
  });

  it('shows who changed what, from what to what', async () => {
    const { page, complaints } = await given.open('/audit?action=agent');
    await page.getByRole('link', { name: 'agent changed' }).click();
    const details = page.getByRole('dialog', { name: 'agent changed' });
    await details.getByText('first level').waitFor();
    await details.getByRole('cell', { name: 'users', exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('counts beside System what it lists there, and says the same first', async () => {
    // Something that stays wrong.
    await given.server.database.query(
      `insert into ticketgate.event (plugin, consumer, name, key, data, at, due_at, attempts, dead_since, error)
       values ('service:Gone', 'service:Gone', 'TicketCreate', 'ticket:1', '{}', now(), now(), 1, now(), 'It was closed.')`,
    );
    const { page } = await given.open('/');
    const home = page.getByRole('region', { name: 'What needs you' });
    const first = await home.locator('li').first().innerText();
    const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^System/ });
    await link.click();
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'What needs you' }) });
    const wrong = card.locator('> ul > li');
    await wrong.first().waitFor();
    await untilHolds(async () => expect(await link.innerText()).toContain(String(await wrong.count())));
    await untilHolds(async () => expect(await wrong.first().innerText()).toBe(first));
    await card.getByText(/^\d+ parts are fine$/).click();
    await card.getByText(/^Clock: It agrees/).waitFor();
    await card.getByRole('button', { name: 'Look again' }).click();
    const json = { severity: 'fine', time: new Date().toISOString(), findings: [] };
    await page.route('**/admin/api/health', (route) => route.fulfill({ json }));
    await page.getByRole('link', { name: 'Services', exact: true }).click();
    await page.getByText('All is well.').waitFor();
    await page.unroute('**/admin/api/health');
    await link.click();
    await card.getByRole('heading', { name: 'What needs you' }).waitFor();
    await page.context().setOffline(true);
    await page.getByRole('heading', { name: 'Not known now' }).waitFor();
    await given.server.database.query(`delete from ticketgate.event where consumer = 'service:Gone'`);
  });

  it('shows what runs, and where a setting comes from', async () => {
    const { page, complaints } = await given.open('/system');
    await page.getByText('Requests under way').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('searchbox').fill('http.port');
    await page.getByText('1 setting', { exact: true }).waitFor();
    await untilHolds(async () => expect(await page.getByRole('row').last().textContent()).toContain('http.port'));
    expect(complaints).toEqual([]);
  });

  describe('to those who may do less than everything', () => {
    const PASSWORD = 'a-long-Passw0rd-85';

    beforeAll(async () => {
      const { page } = await given.open('/');
      const { change } = apiOf(page);
      const others = serviceOf('Session::SessionCreate', '/Session/Others');
      for (const [name, definition] of [['Shop', SERVICE] as const, ['Of others', others] as const])
        await change('POST', '/services', { name, definition });
      await change('POST', '/catalogue/Groups', { name: 'admin/Shop', members: {} });
      for (const [name, Permissions] of Object.entries({ lena: { admin: ['ro'] }, sven: { 'admin/Shop': ['rw'] } })) {
        const members = { FirstName: name, LastName: 'Less', Email: `${name}@example.org`, Permissions };
        await change('POST', '/catalogue/Agents', { name, members, password: PASSWORD });
      }
    });

    /** Buttons that change nothing. */
    const HARMLESS =
      /^(?:Actions|Addresses|All keys|Clear the filters|Close|Copy|Each request|Filters|First page|Form|Live|Look again|Next|Only failed|Operations|Previous|Search|Settings|Show all|JSON Schema|Export as a file|Version \d.*)$/s;

    /** Of buttons that are shown and enabled, apart from menus and headings of lists. */
    const NAMES = `[...document.querySelectorAll('main button, main a.button')]
      .filter((each) => each.checkVisibility() && !each.matches(':disabled, [aria-haspopup], th *'))
      .map((each) => each.getAttribute('aria-label') ?? each.textContent.trim())`;

    /** What can be clicked on a page once it is loaded, apart from what changes nothing. */
    async function buttonsOf(page: Page, path: string): Promise<readonly string[]> {
      await page.goto(`${given.server.url}/admin${path}`);
      await page.locator('main h1').waitFor();
      await untilTrue(async () => (await page.locator('main .skeleton').count()) === 0);
      const names = await page.evaluate<readonly string[]>(NAMES);
      return names.filter((name) => !HARMLESS.test(name)).map((name) => `${path}: ${name}`);
    }

    it('shows every page without a button that changes, and without one that is refused', async () => {
      const { page, complaints } = await given.openAsStranger('/');
      await signIn(page, PASSWORD, 'lena');
      complaints.length = 0; // nobody was signed in before
      await page.getByText('You may look at everything. You cannot change anything.').waitFor();
      const places = ['/', '/services/Shop', '/services/Shop/mapping', '/services/Shop/invokers', '/services/Shop/log'];
      const more = ['/services/Shop/history', '/log', '/log?failed=true', '/invokers', '/operations', '/audit'];
      const access = ['agents', 'agents/sven', 'roles', 'groups', 'groups/users', 'customers', 'keys', 'sessions'];
      const system = ['/system', '/system/database', '/system/settings', '/system/plugins'];
      const catalogue = ['/catalogue', '/catalogue/Queues', '/catalogue/Queues/Raw', '/operations/Session::SessionGet'];
      const paths = [...places, ...more, ...access.map((each) => `/access/${each}`), ...system, ...catalogue];
      const found = [];
      for (const path of paths) found.push(...(await buttonsOf(page, path)));
      expect(found).toEqual([]);
      await page.goto(`${given.server.url}/admin/services/Shop`);
      await page.getByRole('button', { name: 'Actions' }).click();
      await untilHolds(async () => expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Export']));
      await page.goto(`${given.server.url}/admin/services/new`);
      await page.getByText('You may not use this page.').waitFor();
      expect(complaints).toEqual([]);
    });

    it('lets an agent publish the only web service that they see', async () => {
      const { page, complaints } = await given.openAsStranger('/');
      await signIn(page, PASSWORD, 'sven');
      complaints.length = 0; // nobody was signed in before
      await page.getByText('You may look at one service. You may publish: Shop.').waitFor();
      const navigation = page.getByRole('navigation', { name: 'Screens' });
      await untilHolds(async () =>
        expect(await navigation.getByRole('link').allInnerTexts()).toEqual(['Services', 'Debug log', 'API keys']),
      );
      await page.getByRole('link', { name: 'Shop' }).click();
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByLabel('Description', { exact: true }).fill('Published by sven.');
      await page.getByRole('button', { name: 'Publish …' }).click();
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('As published').waitFor();
      await navigation.getByRole('link', { name: 'Debug log' }).click();
      await page.getByRole('heading', { name: 'Debug log' }).waitFor();
      await navigation.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('dialog').getByLabel('Name').waitFor();
      expect(await page.getByRole('dialog').getByLabel('Acts as agent').count()).toBe(0);
      await page.waitForLoadState('networkidle');
      expect(await barriers(page)).toEqual([]);
      expect(complaints).toEqual([]);
      await page.goto(`${given.server.url}/admin/services/Of%20others`);
      await page.getByText(/"sven" may not do this/).waitFor();
      const { read } = apiOf((await given.open('/')).page);
      expect(await read('/audit?author=sven&limit=2')).toMatchObject({
        items: [{ action: 'request refused' }, { action: 'service published', subject: 'Shop' }],
      });
    });
  });
});
