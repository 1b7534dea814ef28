import { untilHolds, untilTrue } from '../support/index.js';

import { describeConsole, HOSTILE, SERVICE } from '../console/console-case.js';

const CUSTOMERS = 50_000;

const OPEN_TO_KEYS = `${SERVICE}Gateway:
  Authentication:
    Accept: [ApiKey, SessionID]
`;

describeConsole('all that the console does with accounts', { webServices: { Shop: OPEN_TO_KEYS } }, (given) => {
  beforeAll(async () => {
    await given.server.database.query(
      `insert into customer_user (login, email, customer_id, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
       select 'customer' || lpad(n::text, 5, '0'), 'c' || n || '@example.org', 'ACME', 'First' || n, 'Last' || n, 1, now(), 1, now(), 1
       from generate_series(1, $1) n`,
      [CUSTOMERS],
    );
  });

  it('makes a key, shows it once, and the key opens the administration until it is revoked', async () => {
    const { page } = await given.open('/access/keys?new=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('robot');
    await dialog.getByLabel('Acts as agent').fill('root@localhost');
    await dialog.getByLabel('Access to').selectOption('The administration');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByRole('region', { name: 'API key', exact: true }).textContent())?.trim() ?? '';
    const status = async () => {
      const answer = await fetch(`${given.server.url}/admin/api/session`, { headers: { 'X-API-Key': key } });
      return answer.status;
    };
    expect(await status()).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Actions of robot' }).click();
    await page.getByRole('menuitem', { name: 'Revoke …' }).click();
    await page.getByLabel('Type robot to go on').fill('robot');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    expect(await status()).toBe(401);
  });

  it('says why a key cannot be made, and keeps what was filled in', async () => {
    const { page } = await given.open('/access/keys?new=1&agent=nobody');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('other');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('alert').getByText('nobody').waitFor();
    await untilHolds(async () => expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('other'));
  });

  it('pages through 50,000 customer users and finds one of them', async () => {
    const { page } = await given.open('/access/customers');
    await page.getByText('50,000 entries').waitFor();
    await untilHolds(async () => expect(await page.locator('.table tbody tr').count()).toBe(100));
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'customer00101' }).waitFor();
    expect(new URL(page.url()).search).toBe('?after=customer00100');
    const began = Date.now();
    await page.getByRole('searchbox').fill('c49999@');
    await page.getByText('1 entry').waitFor();
    expect(Date.now() - began).toBeLessThan(3_000);
    await page.getByRole('link', { name: 'customer49999' }).click();
    await page.getByLabel('Last name *').fill('Changed');
    await page.keyboard.press('Control+s');
    await page.getByText('customer49999 was saved').waitFor();
    const { customers } = given.server.system.accounts;
    await untilTrue(async () => (await customers.findByLogin('customer49999'))?.lastName === 'Changed');
  });

  it('keeps the changes of both administrators who change one role', async () => {
    const first = await given.open('/access/roles?new=1');
    await first.page.getByRole('dialog').getByLabel('Name *').fill('Shared');
    await first.page.getByRole('button', { name: 'Add', exact: true }).click();
    await first.page.getByRole('heading', { name: 'Shared' }).waitFor();
    const second = await given.open('/access/roles/Shared');
    await second.page.getByLabel('Comment', { exact: true }).fill('theirs');
    await second.page.getByRole('button', { name: 'Save' }).click();
    await second.page.getByText('Shared was saved').waitFor();
    await first.page.getByRole('checkbox', { name: 'ro: users' }).check();
    await first.page.getByRole('button', { name: 'Save' }).click();
    await first.page.getByRole('button', { name: 'Continue' }).click();
    await first.page.getByRole('button', { name: 'Save' }).click();
    await first.page.getByText('Shared was saved').waitFor();
    await untilHolds(async () =>
      expect(await first.page.getByLabel('Comment', { exact: true }).inputValue()).toBe('theirs'),
    );
    await first.page.reload();
    await untilTrue(async () => first.page.getByRole('checkbox', { name: 'ro: users' }).isChecked());
  });

  it('ends the sessions of somebody else', async () => {
    const { accounts } = given.server.system;
    const customer = { type: 'Customer', userID: 1, login: 'customer00002' } as const;
    await accounts.sessions.create(customer, { remoteAddress: '192.0.2.7', userAgent: 'a test' });
    const { page } = await given.open('/access/sessions?type=Customer&login=customer00002');
    await page.locator('.table tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'End the session of customer00002' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await untilTrue(async () => page.getByText('Nobody with this login is signed in').isVisible());
  });

  it.each([
    ['customers', `customer_user (email, customer_id,`, `'h@example.org', 'ACME',`],
    ['agents', 'users (pw,', `'none',`],
  ])('shows the logins of %s as text', async (address, ...[columns, values]) => {
    await given.server.database.query(
      `insert into ${columns} login, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
       values (${values} $1, $1, $1, 1, now(), 1, now(), 1)`,
      [HOSTILE],
    );
    const { page } = await given.open(`/access/${address}`);
    await page.getByRole('searchbox').fill('window.hacked');
    await page.getByText('window.hacked=1').first().waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('says why the password of a new agent is refused, and adds the agent with another one', async () => {
    const { page } = await given.open('/access/agents?new=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Login *').fill('short');
    await dialog.getByLabel('First name *').fill('Sam');
    await dialog.getByLabel('Last name *').fill('Short');
    await dialog.getByLabel('New password').fill('abc');
    await page.keyboard.press('Enter');
    await page.getByText('The password has 3 of at least').waitFor();
    await dialog.getByLabel('New password').fill('abcdefgh-1234');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'short' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/access/agents/short');
  });

  it('keeps the focus at a list whose entry has gone', async () => {
    const { accounts } = given.server.system;
    const customer = { type: 'Customer', userID: 3, login: 'customer00003' } as const;
    for (const userAgent of ['one', 'other']) {
      await accounts.sessions.create(customer, { remoteAddress: '192.0.2.7', userAgent });
    }
    const { page } = await given.open('/access/sessions?type=Customer&login=customer00003');
    await page.getByRole('button', { name: 'End the session of customer00003' }).last().press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).press('Enter');
    await page.getByText('1 session', { exact: true }).waitFor();
    await untilHolds(async () =>
      expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Sessions'),
    );
  });

  it('sets a password by keyboard', async () => {
    const { page } = await given.open('/access/customers/customer00001');
    await page.getByRole('button', { name: 'Actions' }).press('Enter');
    await page.locator('[role=menuitem]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Password of customer00001' }).waitFor();
    await page.keyboard.type(given.server.rootPassword);
    await page.keyboard.press('Enter');
    await untilTrue(async () => page.getByText('The password of customer00001 was set').isVisible());
  });
});
