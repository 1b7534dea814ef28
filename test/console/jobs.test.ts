import type { Locator } from 'playwright-core';

import { untilTrue, type TestServerOptions } from '../support/index.js';

import { Remote } from '../../packages/runtime/test/invokers/remote.js';
import { apiOf, describeConsole, SERVICE, serviceOf } from './console-case.js';
import { Hands, untilFocused } from './hands.js';

/** An export whose second operation has a type that is misspelt. */
const MISSPELT = serviceOf('Ticket::TicketGet', '/Ticket')
  .replace(
    '  Transport:',
    `    Find:
      Type: Ticket::TicketSaerch
  Transport:`,
  )
  .replace('RouteOperationMapping:', 'RouteOperationMapping:\n        Find: { RequestMethod: [POST], Route: /Find }');

const SENDS = `Debugger: { DebugThreshold: debug }
Requester:
  Transport:
    Type: HTTP::REST
    Config: { Host: 'HOST', DefaultCommand: POST, InvokerControllerMapping: { Tell: { Controller: /told } } }
  Invoker: { Tell: { Type: Generic::PassThrough } }
`;

let remote: Remote;

async function withRemote(): Promise<TestServerOptions> {
  remote = await Remote.start();
  return {
    webServices: {
      Sends: SENDS.replace('HOST', remote.url),
      Get: serviceOf('Ticket::TicketGet', '/Ticket'),
      Shop: SERVICE,
    },
    configuration: { requester: { allowedHosts: [remote.address] } },
  };
}

/** Every job is done twice; the second way needs no mouse. */
describeConsole('the jobs of an administrator', withRemote, (given) => {
  afterAll(() => remote.close());

  const WAYS = [
    ['with mouse and keyboard', true],
    ['by keyboard alone', false],
  ] as const;

  async function open(path: string, hasMouse: boolean) {
    const { page, complaints } = await given.open(path);
    await page.locator('h1').first().waitFor();
    await untilTrue(async () => (await page.locator('.skeleton').count()) === 0);
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true });
    return { page, complaints, hands: new Hands(page, hasMouse), button, link, dialog: page.getByRole('dialog') };
  }

  async function publish(name: string, definition: string): Promise<void> {
    const { page } = await given.open('/');
    const { read, change } = apiOf(page);
    const { details } = await read<{ details: { version: { id: number } } }>(`/services/${name}`);
    await change('POST', `/services/${name}/publish`, { definition, base: details.version.id, comment: '' });
  }

  it.each(WAYS)('import a definition with a mistake, and correct it, %s', async (_way, hasMouse) => {
    const { page, hands, button, link, dialog } = await open('/', hasMouse);
    const name = hasMouse ? 'Mistaken' : 'Misspelt';
    await hands.press(link('Import'));
    const chosen = page.waitForEvent('filechooser');
    await hands.press(page.locator('input[type=file]'));
    await (await chosen).setFiles({ name: `${name}.yml`, mimeType: 'text/yaml', buffer: Buffer.from(MISSPELT) });
    await page.getByText('1 part is kept but not served.').waitFor();
    await hands.press(button('Import and publish'));
    await hands.press(dialog.getByRole('button', { name: 'Publish' }));
    await page.getByRole('textbox', { name: `Definition of ${name}` }).waitFor();
    await hands.press(button('Replace by Ticket::TicketSearch'));
    await page.getByText('No problems').waitFor();
    await hands.key('Control+Enter');
    await dialog.getByText('Line by line').waitFor();
    await hands.press(dialog.getByRole('button', { name: 'Publish' }));
    await page.getByText(/^Version \d+ is published$/).waitFor();
    expect((await given.server.system.services.find(name))?.config).toContain('Type: Ticket::TicketSearch');
    expect(hands.count).toBeLessThanOrEqual(hasMouse ? 8 : 80);
  });

  it.each(WAYS)('make a service with a key for its first call, %s', async (_way, hasMouse) => {
    const { page, hands, button, link, dialog } = await open('/', hasMouse);
    const name = hasMouse ? 'Robots' : 'Machines';
    await hands.go(link('New service'), 'n');
    await hands.type(page.getByLabel('Name', { exact: true }), name);
    await hands.type(page.getByLabel('Who may call it'), 'API');
    await hands.type(page.getByLabel('Search operations'), 'ticketsearch');
    await hands.key('Enter');
    await hands.press(button('Create and publish'));
    await page.getByText(`${name} is served`).waitFor();
    await hands.go(link('Access'), 'g', 'a');
    await hands.press(link('API keys'));
    await hands.press(button('New key'));
    await hands.type(dialog.getByLabel('Name', { exact: true }), `for ${name}`);
    await hands.type(dialog.getByLabel('Acts as agent'), 'root@localhost');
    await hands.press(dialog.getByRole('button', { name: 'Create key' }));
    const key = (await page.getByRole('region', { name: 'API key', exact: true }).textContent())?.trim() ?? '';
    await hands.press(button('I have copied it'));
    const answer = await fetch(`${given.server.url}/Webservice/${name}/TicketSearch`, {
      headers: { 'X-API-Key': key },
    });
    expect(await answer.json()).toEqual({ TicketID: [1] });
    expect(hands.count).toBeLessThanOrEqual(hasMouse ? 56 : 130);
  });

  it.each(WAYS)('send a call again that was given up, %s', async (_way, hasMouse) => {
    await given.server.database.query(
      `insert into ticketgate.event (plugin, consumer, name, key, data, at, due_at, attempts, dead_since, error)
       values ('service:Sends', 'service:Sends', 'TicketCreate', 'ticket:1/Tell', $1, now(), now(), 1, now(), 'The shop was closed.')`,
      [JSON.stringify({ Invoker: 'Tell', Data: { TicketID: 1, Event: 'TicketCreate' } })],
    );
    remote.arrived.length = 0;
    const { page, hands, button, link } = await open('/', hasMouse);
    await hands.press(link('Send them again or delete them.'));
    await page.getByText('The shop was closed.').waitFor();
    await hands.press(button('Actions of Tell: TicketCreate'));
    await hands.press(page.getByRole('menuitem', { name: 'Send again' }));
    await untilTrue(() => Promise.resolve(remote.arrived.some(({ path }) => path === '/told')));
    expect(hands.count).toBeLessThanOrEqual(hasMouse ? 3 : 80);
  });

  it.each(WAYS)("find yesterday's failed request and its reason, %s", async (_way, hasMouse) => {
    await fetch(`${given.server.url}/Webservice/Get/Ticket`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ UserLogin: 'root@localhost', Password: given.server.rootPassword },
        ...{ TicketID: 4711, Reference: hasMouse ? 'order 77' : 'order 78' },
      }),
    });
    const recorded = `select max(id)::int as id from ticketgate.debug_entry where created_at > now() - interval '1 hour' and operation = 'TicketGet'`;
    await untilTrue(async () => {
      const [row] = await given.server.database.query<{ id: number | null }>(recorded);
      return row?.id !== null;
    });
    await given.server.database.query(
      `update ticketgate.debug_entry set created_at = created_at - interval '30 hours' where id = (${recorded})`,
    );
    const { page, hands, link } = await open('/', hasMouse);
    await hands.go(link('Debug log'), 'g', 'l');
    await hands.type(page.getByLabel('Period', { exact: true }), 'Last 7');
    await hands.type(page.getByLabel('Text of a request or answer'), hasMouse ? 'order 77' : 'order 78');
    await hands.key('Enter');
    await untilTrue(async () => (await page.locator('.table tbody tr').count()) === 1);
    await hands.press(page.locator('.row-link').first());
    await page.getByText(/^Failed with \d+: .*caller root@localhost/).waitFor();
    expect(hands.count).toBeLessThanOrEqual(hasMouse ? 19 : 100);
  });

  it('find a request, a ticket, a route and a host with one search each, however fast somebody types', async () => {
    const { page } = await given.open('/');
    await fetch(`${given.server.url}/Webservice/Get/Ticket`, {
      method: 'POST',
      headers: { 'X-Request-ID': 'found-by-its-id' },
    });
    const { read } = apiOf(page);
    await untilTrue(async () => {
      const { items } = await read<{ items: readonly object[] }>('/search?text=found-by-its-id');
      return items.length === 1;
    });
    const [ticket] = await given.server.database.query<{ tn: string }>('select tn from ticket limit 1');
    const searches = [
      ['found-by-its-id', /\/log\/[0-9a-f]{32}$/],
      [String(ticket?.tn), /\/log\?text=\d+&period=30d$/],
      ['/Session/Get', /\/services\/Shop\?operation=SessionGet$/],
      [new URL(remote.url).host, /\/services\/Sends\/invokers\/Tell$/],
    ] as const;
    for (const [text, address] of searches) {
      await page.keyboard.press('Control+K');
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
      await page.waitForURL(address);
    }
    // On a telephone, too, all of what it finds is in sight, and the focus comes back.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Find' }).click();
    await page.keyboard.type('/Session/Get');
    await page.getByRole('option', { name: /Shop/ }).waitFor();
    const cut = `[...document.querySelectorAll('dialog *')].filter((each) => each.getBoundingClientRect().right > innerWidth - 12)`;
    expect(await page.evaluate(`${cut}.map((each) => each.outerHTML)`)).toEqual([]);
    await page.keyboard.press('Escape');
    await untilFocused(page.locator('#main'));
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goBack();
    await page.locator('details[open]').getByLabel('Route', { exact: true }).waitFor();
    await page.goto(`${given.server.url}/admin/?text=told`);
    await untilTrue(async () => (await page.locator('.table tbody tr').count()) === 1);
    await page.getByText(/^Tell \(Generic::PassThrough\) POST .*told$/).waitFor();
  });

  it('change a route, publish it, see what that does, and go back with twelve clicks', async () => {
    const send = (route: string) =>
      fetch(`${given.server.url}/Webservice/Get${route}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ TicketID: 1 }),
      });
    const { page, link, button, dialog } = await open('/', true);
    const { read } = apiOf(page);
    interface Used {
      readonly items: readonly { readonly usage: { readonly requests: number } }[];
    }
    const used = async () => (await read<Used>('/services/Get/operations')).items[0]?.usage.requests ?? 0;
    const before = await used();
    for (let time = 0; time < 7; time += 1) await send('/Ticket');
    await untilTrue(async () => (await used()) >= before + 7, 20_000);
    let clicks = 0;
    const click = async (on: Locator) => {
      clicks += 1;
      await on.click();
    };
    await click(link('Get'));
    await click(page.locator('.operation-card summary'));
    const route = page.locator('details[open]').getByLabel('Route', { exact: true });
    await click(route);
    await page.keyboard.press('End');
    await page.keyboard.type('s');
    await page.getByText('Draft saved').waitFor();
    await click(button('Publish …'));
    await dialog
      .getByText(/calls? since /)
      .first()
      .waitFor();
    await click(dialog.getByRole('button', { name: 'Publish' }));
    await page.getByText(/^Version \d+ is published$/).waitFor();
    await click(link('Try it').first());
    await click(button('Send'));
    await page.getByRole('region', { name: 'curl' }).getByText('/Tickets').waitFor();
    expect([(await send('/Ticket')).ok, (await send('/Tickets')).ok]).toEqual([false, true]);
    await click(link('History'));
    await click(page.getByRole('list', { name: 'Versions' }).getByRole('button').nth(1));
    await click(button('Roll back to it'));
    await dialog
      .getByText(/calls? since /)
      .first()
      .waitFor();
    await click(dialog.getByRole('button', { name: 'Roll back', exact: true }));
    await page.getByText(/is published again$/).waitFor();
    expect((await send('/Ticket')).ok).toBe(true);
    expect(clicks).toBeLessThanOrEqual(12);
  });

  it.each(WAYS)('go back to an earlier version, %s', async (_way, hasMouse) => {
    await publish('Shop', SERVICE.replace('100000', hasMouse ? '200000' : '300000'));
    const { page, hands, link, button, dialog } = await open('/', hasMouse);
    await hands.press(link('Shop'));
    await hands.press(link('History'));
    await hands.press(button(/^Version 1\b/));
    await hands.press(button('Roll back to it'));
    await hands.type(dialog.getByLabel('Why, for the audit log'), 'no');
    await hands.press(dialog.getByRole('button', { name: 'Roll back', exact: true }));
    await page.getByText(/is published again$/).waitFor();
    expect((await given.server.system.services.find('Shop'))?.config).toBe(SERVICE);
    expect(hands.count).toBeLessThanOrEqual(hasMouse ? 7 : 100);
  });
});
