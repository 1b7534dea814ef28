import { barriers } from '../browser/watched-page.js';
import { describeConsole, SERVICE } from '../console/console-case.js';
import { untilHolds } from '../support/index.js';

describeConsole('mistakes and failures in the console', { webServices: { Shop: SERVICE } }, (given) => {
  it('say at the field what is wrong with it', async () => {
    const { page } = await given.open('/catalogue/Queues/Raw');
    const field = page.getByLabel('First response within (minutes)');
    await field.fill('soon');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.field', { has: field }).getByText('is "soon"; write a whole number.').waitFor();
    await untilHolds(async () => expect(await field.getAttribute('aria-invalid')).toBe('true'));
    expect(await barriers(page)).toEqual([]);
    await field.fill('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Raw was saved').waitFor();
    await untilHolds(async () => expect(await field.getAttribute('aria-invalid')).toBeNull());
  });

  it('say in the dialog what failed, and do it at the second try', async () => {
    const { page } = await given.open('/log');
    await page.route('**/admin/api/debug-log?days=30', (route) => route.abort());
    await page.getByRole('button', { name: 'Clean up …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('The server cannot be reached.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.unroute('**/admin/api/debug-log?days=30');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.waitFor({ state: 'detached' });
    const message = page.locator('.toast').getByText('0 requests were deleted');
    await message.waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await message.waitFor({ state: 'detached', timeout: 2000 });
  });

  it('name a service that has another name already at the field', async () => {
    const { page } = await given.open('/services/new');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Shop');
    await page.getByLabel('Test::Test').check();
    await page.getByRole('button', { name: 'Create and publish' }).click();
    await page.locator('.field', { has: name }).getByText('There is a web service "Shop" already.').waitFor();
    expect(await page.locator('.toast').count()).toBe(0);
  });

  it('delete nothing from the debug log without a number of days', async () => {
    const { page } = await given.open('/log');
    await page.getByRole('button', { name: 'Clean up …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Delete what is older than (days)').fill('');
    await dialog.getByText('Write a whole number.').waitFor();
    await untilHolds(async () => expect(await dialog.getByRole('button', { name: 'Delete' }).isEnabled()).toBe(false));
  });

  it('ask before changes are lost', async () => {
    const { page } = await given.open('/catalogue/Queues/Raw');
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (questions.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    const comment = page.getByLabel('Comment', { exact: true });
    await comment.fill('not saved');
    const leave = () => page.getByRole('link', { name: 'Queues' }).click();
    await leave();
    await untilHolds(async () => expect(await comment.inputValue()).toBe('not saved'));
    await leave();
    await page.getByRole('heading', { name: 'Queues' }).waitFor();
    const question = 'Leave this page? Your changes are not saved.';
    expect(questions).toEqual([question, question]);
  });

  it('lead back to the page of a list that was shown before', async () => {
    const { page } = await given.open('/access/customers');
    const { customerAdministration } = given.server.system.accounts;
    for (let number = 100; number < 260; number += 1) {
      const person = { firstName: 'Carla', lastName: 'Customer', email: `carla${number}@example.org` };
      await customerAdministration.add({ ...person, login: `carla${number}`, customerID: 'shop' });
    }
    await page.reload();
    const first = page.getByRole('link', { name: 'carla100' });
    await first.waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'carla259' }).waitFor();
    await page.goBack();
    await first.waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goto(`${given.server.url}/admin/access/customers?after=zzz`);
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await first.waitFor();
  });

  it('say that nothing failed where only failed ones are looked for', async () => {
    const { page, complaints } = await given.open('/log?failed=true');
    await page.getByText('Nothing failed in this time').waitFor();
    expect(complaints).toEqual([]);
  });

  it('close the menu of a telephone by Escape, and when somebody has chosen', async () => {
    const { page } = await given.open('/', { viewport: { width: 390, height: 844 } });
    const menu = page.getByRole('complementary', { name: 'Navigation' });
    await untilHolds(async () => expect(await menu.isVisible()).toBe(false));
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await menu.getByRole('link', { name: 'Debug log' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Menu' }).press('Enter');
    await menu.getByRole('link', { name: 'Debug log' }).click();
    await page.getByRole('heading', { name: 'Debug log' }).waitFor();
    await untilHolds(async () => expect(await menu.isVisible()).toBe(false));
  });

  it.each(['/nothing', '/services/%E0%A4%A', '/services/Shop/nothing'])('say that nothing is at %s', async (path) => {
    const { page, complaints } = await given.open(path);
    await page.getByText('There is nothing at this address.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('ignore a place in a list that is not a number', async () => {
    const { page, complaints } = await given.open('/audit?before=nonsense');
    await page.getByRole('cell', { name: 'Administrator logged in' }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('say that the server cannot be reached, and go on once somebody tries again', async () => {
    const { page } = await given.open('/operations');
    // Otherwise the page finds out by itself that the server is back.
    await page.route('**/admin/api/session', (route) => route.abort());
    await page.route('**/admin/api/audit*', (route) => route.abort());
    await page.getByRole('link', { name: 'Audit log' }).click();
    const failure = page.getByText('The server cannot be reached.', { exact: true });
    await failure.waitFor();
    await page.unroute('**/admin/api/audit*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('cell', { name: 'Administrator logged in' }).first().waitFor();
    expect(await failure.count()).toBe(0);
    await untilHolds(async () => expect(await page.getByRole('main').and(page.locator(':focus')).count()).toBe(1));
  });

  it.each([
    // Without a body in JSON it is of a proxy.
    [{ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }, 'The server cannot be reached.', 1],
    [{ status: 500, contentType: 'text/html', body: '<h1>No</h1>' }, 'The server answered with the status 500.', 1],
    // Another try would be refused, too.
    [{ status: 403, json: { detail: 'You may not.', code: 'No' } }, 'You may not.', 0],
  ])('show the answer of a server that fails: %j', async (answer, text, buttons) => {
    const { page } = await given.open('/operations');
    await page.route('**/admin/api/plugins', (route) => route.fulfill(answer));
    await page.goto(`${given.server.url}/admin/system/plugins`);
    await page.getByText(text, { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(buttons);
  });

  it('keep a draft that could not be saved, and save it once the server can be reached', async () => {
    const { page } = await given.open('/services/Shop');
    await page.getByText('No problems').waitFor();
    await page.route('**/admin/api/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('region', { name: 'Form' }).getByLabel('Description').first().fill('Written offline');
    await page.getByText('The server cannot be reached.').first().waitFor();
    expect(await page.getByText('Draft saved').count()).toBe(0);
    await page.unroute('**/admin/api/**');
    await page.getByText('Draft saved').waitFor();
  });

  it('offer to load a page again whose files did not come', async () => {
    const { page } = await given.open('/operations');
    await page.getByRole('region', { name: 'Operations' }).waitFor();
    await page.route('**/*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByText('This page could not be loaded.').waitFor();
    await page.unroute('**/*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'System' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/audit');
  });

  it('say in German what was changed', async () => {
    const { page } = await given.open('/audit', { locale: 'de-DE' });
    await page.getByRole('cell', { name: 'Administrator angemeldet' }).first().waitFor();
    await untilHolds(async () => expect(await page.getByRole('cell', { name: 'Queue geändert' }).count()).toBe(1));
  });
});
