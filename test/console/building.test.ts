import type { Page } from 'playwright-core';

import { barriers } from '../browser/watched-page.js';
import { barriersAt } from './barriers.js';
import { describeConsole, SERVICE } from './console-case.js';
import { untilFocused } from './hands.js';
import { untilHolds } from '../support/index.js';

/** Does what somebody does with mouse or keyboard, and counts it: a click, a key, or the words of a field. */
function countedSteps() {
  const counted = { steps: 0 };
  const step = async (action: () => Promise<unknown>): Promise<void> => {
    counted.steps += 1;
    await action();
  };
  return { counted, step };
}

describeConsole('building web services in the console', { webServices: { Shop: SERVICE, Used: SERVICE } }, (given) => {
  const definitionOf = async (name: string) => (await given.server.system.services.find(name))?.config ?? '';

  async function requestTo(path: string) {
    const answer = await fetch(`${given.server.url}/Webservice/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    return answer.status;
  }

  const press = (page: Page, key: string) => () => page.keyboard.press(key);
  const type = (page: Page, text: string) => () => page.keyboard.type(text);

  it('creates a service by keyboard, with a clean address, and serves it only when it is enabled', async () => {
    const { page, complaints } = await given.open('/services/new');
    const { counted, step } = countedSteps();
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await step(type(page, 'Büro & Shop '));
    await page.getByText('/Webservice/Buero-Shop', { exact: false }).waitFor();
    await step(press(page, 'Tab'));
    await step(press(page, 'Tab'));
    await step(type(page, 'API'));
    for (let tabs = 0; tabs < 2; tabs += 1) await step(press(page, 'Tab'));
    for (const words of ['sessionget', 'ticketsearch']) {
      await step(type(page, words));
      await step(press(page, 'Enter'));
    }
    await page.getByRole('list', { name: 'Chosen operations' }).getByText('Ticket::TicketSearch').waitFor();
    await untilHolds(async () =>
      expect(await page.getByRole('list', { name: 'Chosen operations' }).getByRole('listitem').count()).toBe(2),
    );
    await step(() => page.getByRole('button', { name: 'Create', exact: true }).press('Enter'));
    await page.getByText('It is disabled: its clients get an error.').waitFor();
    expect(await definitionOf('Buero-Shop')).toContain('Accept: [ApiKey]');
    expect(await requestTo('Buero-Shop/SessionGet')).toBe(404);
    await step(() => page.getByRole('button', { name: 'Enable' }).press('Enter'));
    await page.getByText('Buero-Shop is served').waitFor();
    expect(await requestTo('Buero-Shop/SessionGet')).not.toBe(404);
    expect([counted.steps, complaints]).toEqual([12, []]);
  });

  it('locks a new service to one agent, and publishes it at once', async () => {
    const { page } = await given.open('/services/new?operation=Ticket%3A%3ATicketGet');
    await page.getByLabel('Name', { exact: true }).fill('Locked');
    const agents = page.getByRole('combobox', { name: 'Only these agents' });
    await agents.fill('rot@localhost');
    await page.getByRole('button', { name: 'Create and publish' }).click();
    await page.getByText('There is no rot@localhost.').waitFor();
    // It would be open to all agents otherwise.
    await page.getByRole('button', { name: 'Create and publish' }).click();
    await untilFocused(agents);
    await agents.fill('root@localhost');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Only these agents' }).getByText('root@localhost').waitFor();
    await page.getByRole('button', { name: 'Create and publish' }).click();
    await page.getByText('Locked is served').waitFor();
    expect(await definitionOf('Locked')).toContain('Accept: [UserLogin]\n    OnlyAgents: ["root@localhost"]');
  });

  it('finds an agent whose login many others have in theirs', async () => {
    await given.server.database.query(
      `insert into users (login, pw, first_name, last_name, valid_id, create_time, create_by, change_time, change_by)
       select 'a' || number || '-root@localhost', '', 'A', 'Root', 1, now(), 1, now(), 1 from generate_series(1, 300) as number on conflict do nothing`,
    );
    const { page } = await given.open('/services/new');
    await page.getByRole('combobox', { name: 'Only these agents' }).fill('root@localhost');
    await page.keyboard.press('Enter');
    const agents = page.getByRole('list', { name: 'Only these agents' });
    await agents.getByText('root@localhost').waitFor();
    expect(await agents.getByRole('listitem').count()).toBe(1);
    await given.server.database.query(`delete from users where login like 'a%-root@localhost'`);
  });

  it('asks before a new service is left that was not created', async () => {
    const { page } = await given.open('/services/new');
    await page.getByLabel('Name', { exact: true }).fill('Half');
    page.once('dialog', (dialog) => void dialog.dismiss());
    await page.getByRole('link', { name: 'Debug log' }).click();
    await untilHolds(async () => expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half'));
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('heading', { name: 'Services' }).waitFor();
  });

  it('creates a service that only calls others, and leads to its invokers', async () => {
    const { page } = await given.open('/services/new');
    await page.getByLabel('Name', { exact: true }).fill('Outgoing');
    await page.getByRole('button', { name: 'Create for invokers' }).click();
    await page.getByText('This web service sends nothing').waitFor();
    expect(await definitionOf('Outgoing')).toContain('Requester:');
  });

  const editorOf = (page: Page) => page.getByRole('textbox', { name: /^Definition of/ });
  const linesOf = async (page: Page) => (await editorOf(page).innerText()).split(/\n+/);
  const cardOf = (page: Page, name: string) => page.locator('.operation-card', { hasText: name });

  it('adds an operation with its route in three steps, and changes one line with each field', async () => {
    const { page, complaints } = await given.open('/services/Shop');
    const { counted, step } = countedSteps();
    await page.getByText('No problems').waitFor();
    await step(() => page.getByRole('button', { name: 'Add operations' }).click());
    await step(() => page.getByRole('dialog').getByLabel('Ticket::TicketCreate').check());
    await step(() => page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click());
    const card = cardOf(page, 'TicketCreate');
    await card.getByText('POST /TicketCreate').waitFor();
    await page.getByText('Draft saved').waitFor();
    const before = await linesOf(page);
    await step(() => card.getByRole('switch', { name: 'Answer the whole ticket' }).click());
    await step(() => card.getByLabel('Route', { exact: true }).fill('/Ticket'));
    await step(() => card.getByRole('checkbox', { name: 'PUT' }).check());
    await editorOf(page).getByText('PUT').waitFor();
    const after = await linesOf(page);
    expect(after.filter((line) => !before.includes(line)).map((line) => line.trim())).toEqual([
      "IncludeTicketData: '1'",
      'Route: /Ticket',
      '- PUT',
    ]);
    expect(before.filter((line) => !after.includes(line)).map((line) => line.trim())).toEqual(['Route: /TicketCreate']);
    expect([counted.steps, complaints]).toEqual([6, []]);
    await card.getByRole('button', { name: 'Rename …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename TicketCreate' });
    await dialog.getByLabel('Name', { exact: true }).fill('SessionGet');
    await dialog.getByText('There is another one of this name.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('OpenTicket');
    await page.keyboard.press('Enter');
    await cardOf(page, 'OpenTicket').getByText('POST PUT /Ticket').waitFor();
    await page.getByText('Draft saved').waitFor();
    expect(await page.getByText('in another tab').count()).toBe(0);
    const renamed = await linesOf(page);
    expect(renamed.filter((line) => !after.includes(line)).map((line) => line.trim())).toEqual([
      'OpenTicket:',
      'OpenTicket:',
    ]);
    await page.getByText('Customers who call OpenTicket act as an agent').waitFor();
    await step(() => cardOf(page, 'OpenTicket').getByRole('button', { name: 'Remove' }).click());
    await cardOf(page, 'OpenTicket').waitFor({ state: 'detached' });
    await untilHolds(async () =>
      expect((await linesOf(page)).filter((line) => line.includes('TicketCreate'))).toEqual([]),
    );
  });

  it('shows since when an operation is used, and the same part in text and form', async () => {
    const { page } = await given.open('/services/Used');
    const card = cardOf(page, 'SessionGet');
    await card.getByText(/^no calls since .*\d/).waitFor();
    await given.server.database.query(
      `insert into ticketgate.request_count (begin, is_hour, type, service_id, operation, method, route, requests, failed, errors,
         durations, milliseconds, bytes_received, bytes_sent)
       select date_trunc('minute', now()), false, 'Provider', id, 'SessionGet', 'POST', '/Session/Get', 8, 2, '{}', '{}', 1, 1, 1
       from gi_webservice_config where name = 'Used'`,
    );
    await page.reload();
    await card.getByText(/ 8 calls since .*\d · 25 % failed$/).waitFor();
    await card.getByText('POST /Session/Get').waitFor();
    await editorOf(page).getByText('/Session/Get').click();
    const route = card.getByLabel('Route', { exact: true });
    await route.waitFor();
    await page.locator('.member[data-current]').getByLabel('Route', { exact: true }).waitFor();
    await card.getByLabel('Description', { exact: true }).focus();
    await page.locator('.cm-activeLine').getByText('Reads a session.').waitFor();
    await route.focus();
    await page.locator('.cm-activeLine').getByText('/Session/Get').waitFor();
    await untilHolds(async () => expect(await page.locator('.operation-card[open]').count()).toBe(1));
  });

  it('locks a service to agents that are picked, in words with the keys beside them', async () => {
    const { page } = await given.open('/services/Used');
    await page.getByRole('button', { name: 'Settings' }).click();
    const agents = page.getByLabel('Only these agents OnlyAgents').first();
    await agents.fill('nobody@localhost');
    await page.keyboard.press('Enter');
    await page.getByText('There is no nobody@localhost.').waitFor();
    await agents.fill('root@localhost');
    await page.keyboard.press('Enter');
    await editorOf(page).getByText('- root@localhost').waitFor();
    const accepted = page.getByRole('group', { name: 'Accepted credentials' });
    await untilHolds(async () =>
      expect(await accepted.getByRole('checkbox', { name: 'UserLogin', exact: true }).isChecked()).toBe(true),
    );
    await accepted.getByRole('checkbox', { name: 'CustomerUserLogin' }).uncheck();
    await editorOf(page).getByText('Accept').waitFor();
    await page.getByText('No problems').waitFor();
  });

  it('has all keys as a tree with three levels open, without those that change nothing', async () => {
    const { page } = await given.open('/services/Used');
    await page.getByRole('button', { name: 'All keys' }).click();
    const form = page.getByRole('region', { name: 'Form' });
    await form.getByText('Details Config').first().waitFor();
    const depths = await page.evaluate<readonly number[]>(
      `[...document.querySelectorAll('.definition-form [data-path]')].map(({ dataset }) => JSON.parse(dataset.path).length)`,
    );
    expect(Math.max(...depths)).toBeLessThanOrEqual(4);
    await untilHolds(async () => expect(await form.getByText(/FrameworkVersion|ErrorHandling/).count()).toBe(0));
  });

  it('adds an operation by keyboard alone', async () => {
    const { page } = await given.open('/services/Used');
    const { counted, step } = countedSteps();
    await page.getByText('No problems').waitFor();
    await step(() => page.getByRole('button', { name: 'Add operations', disabled: false }).press('Enter'));
    await page.getByRole('dialog').getByLabel('Search operations').and(page.locator(':focus')).waitFor();
    await step(type(page, 'ticketsearch'));
    await step(press(page, 'Enter'));
    await step(press(page, 'Enter'));
    await cardOf(page, 'TicketSearch').getByText('GET POST /TicketSearch').waitFor();
    await cardOf(page, 'TicketSearch').getByLabel('Route', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.getByText('Draft saved').waitFor();
    expect(counted.steps).toBe(4);
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('has no barrier in an open card and in the list of operations, in %s at %i pixels', async (...how) => {
    const [colorScheme, width] = how;
    const { page } = await given.open('/services/Shop', { colorScheme, viewport: { width, height: 844 } });
    await page.locator('.operation-card > summary').first().press('Enter');
    await page.getByLabel('Route', { exact: true }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add operations', disabled: false }).press('Enter');
    await page.getByRole('dialog').getByLabel('Ticket::TicketGet').check();
    expect(await barriers(page)).toEqual([]);
  });

  it.each(['/services/new', '/services/Shop', '/services/Shop?form=Provider', '/services/Shop?form=settings'])(
    'has no barrier at %s',
    async (path) => {
      expect(await barriersAt(given, path)).toEqual([]);
    },
  );
});
