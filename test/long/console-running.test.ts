import { untilHolds, untilTrue } from '../support/index.js';

import { describeConsole, SERVICE } from '../console/console-case.js';

const names = Array.from({ length: 30 }, (_name, index) => `Shop${String(index).padStart(2, '0')}`);
const webServices = Object.fromEntries([...names, 'Zebra'].map((name) => [name, SERVICE]));

describeConsole('running web services with the console', { webServices }, (given) => {
  it('goes Back to the row that one came from, in the order that one chose', async () => {
    const { page, complaints } = await given.open('/');
    await page.getByRole('button', { name: 'Name' }).click();
    await page.getByRole('button', { name: 'Name' }).click();
    await untilTrue(async () => (await page.locator('.table .row-link').first().innerText()) === 'Zebra');
    const link = page.locator('.table .row-link', { hasText: 'Shop02' });
    await link.scrollIntoViewIfNeeded();
    const top = await page.evaluate<number>('window.scrollY');
    expect(top).toBeGreaterThan(0);
    await link.click();
    await page.getByRole('heading', { name: 'Shop02' }).waitFor();
    await page.goBack();
    await untilTrue(async () => (await page.evaluate<string>('document.activeElement.textContent')) === 'Shop02');
    expect(await page.evaluate<number>('window.scrollY')).toBe(top);
    expect(complaints).toEqual([]);
  });

  it('finds what the server has by Ctrl K and the keyboard alone', async () => {
    const { page } = await given.open('/');
    for (const [typed, found, heading] of [
      ['zebr', 'Zebra', 'Zebra'],
      // What web services have of it comes before its type.
      ['sessionget', 'SessionGet \\(Session::SessionGet\\)', 'Shop00'],
      ['ticketcre', 'Ticket::TicketCreate', 'Ticket::TicketCreate'],
      ['junk', 'Junk', 'Junk'],
      ['http.port', 'http.port', 'System'],
    ] as const) {
      await page.keyboard.press('Control+K');
      await page.keyboard.type(typed);
      const list = page.getByRole('listbox', { name: 'Go to or do' });
      await list.getByRole('option', { name: new RegExp(`^${found}`), selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    }
    await page.keyboard.press('Control+K');
    await page.keyboard.type('2026112700001');
    const requests = page.getByRole('option', { name: 'Requests with "2026112700001"' });
    await requests.waitFor();
    await untilHolds(async () => expect(await requests.count()).toBe(1));
  });

  it('gives a key other bounds, and marks the own session', async () => {
    const { page } = await given.open('/access/keys?new=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('monitoring');
    await dialog.getByLabel('Acts as agent').fill('root@localhost');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Actions of monitoring' }).click();
    await page.getByRole('menuitem', { name: 'Change …' }).click();
    await dialog.getByRole('combobox', { name: 'Only from addresses' }).fill('10.0.0.0/8');
    await dialog.getByLabel('Expires').selectOption('Never');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.locator('.quiet', { hasText: 'from 10.0.0.0/8' }).waitFor();
    const keys = await given.server.system.accounts.apiKeys.list();
    expect(keys.find(({ name }) => name === 'monitoring')).toMatchObject({
      addresses: ['10.0.0.0/8'],
      expiresAt: null,
    });
    await page.getByRole('link', { name: 'Sessions', exact: true }).click();
    await untilTrue(async () => (await page.getByText('This one').count()) === 1);
  });

  it('goes back to a version with a reason, and says what becomes of a draft', async () => {
    const { page } = await given.open('/services/Zebra');
    const form = page.getByRole('region', { name: 'Form' });
    await form.getByRole('button', { name: 'Settings' }).click();
    await form.getByLabel('Description').first().fill('Stripes');
    await page.getByText('Draft saved').waitFor();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByLabel('What changes, and why?').fill('Stripes for all');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText(/is published$/).waitFor();
    await form.getByLabel('Description').first().fill('More stripes');
    await page.getByText('Draft saved').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('button', { name: /^Version 1/ }).click();
    await page.getByRole('button', { name: 'Roll back to it' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The draft of root@localhost stays.').waitFor();
    await dialog.getByLabel('Why, for the audit log').fill('Too many stripes');
    await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
    const third = page.getByRole('button', { name: /^Version 3/ });
    await third.waitFor();
    await untilHolds(async () => expect(await third.innerText()).toContain('Too many stripes'));
  });
});
