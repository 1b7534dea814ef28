import { type TestServerOptions, untilHolds, untilTrue } from '../support/index.js';
import type { Page } from 'playwright-core';

import { Remote } from '../../packages/runtime/test/invokers/remote.js';
import { barriers } from '../browser/watched-page.js';
import { describeConsole } from '../console/console-case.js';

function shop(host: string): string {
  return `Debugger: { DebugThreshold: debug }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${host}
      DefaultCommand: POST
      Timeout: '5'
      InvokerControllerMapping: { Tell: { Controller: /told } }
  Invoker:
    Tell:
      Type: Generic::PassThrough
      MappingOutbound:
        Type: XSLT
        Config:
          Template: |
            <R xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><A>one</A></R>
`;
}

let remote: Remote;

async function withRemote(): Promise<TestServerOptions> {
  remote = await Remote.start();
  return { webServices: { Shop: shop(remote.url) }, configuration: { requester: { allowedHosts: [remote.address] } } };
}

describeConsole('invokers in the console', withRemote, (given) => {
  afterAll(() => remote.close());

  it('have stylesheets that are changed beside their result, and kept as a draft', async () => {
    const { page } = await given.open('/services/Shop/mapping?invoker=Tell', { colorScheme: 'dark' });
    const stylesheet = page.getByRole('textbox', { name: 'Stylesheet' });
    await page.getByRole('textbox', { name: 'Sample' }).fill('{ "Title": "Toner" }');
    await page.getByRole('region', { name: 'Result' }).getByText('"A": "one"').waitFor();
    await untilHolds(async () => expect(await stylesheet.getByText('xsl:version').count()).toBe(1));
    await stylesheet.fill((await stylesheet.innerText()).replace('<A>one</A>', '<B>two</B>'));
    await page.getByRole('region', { name: 'Result' }).getByText('"B": "two"').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByText('Draft saved').waitFor();
    await page.goto(`${given.server.url}/admin/services/Shop`);
    await page.getByRole('textbox', { name: 'Definition of Shop' }).getByText('<B>two</B>').waitFor();
  });

  it('have conditions of events that a form writes', async () => {
    const { page } = await given.open('/services/Shop?form=Requester');
    const tell = page.locator('[data-member="Invoker"] [data-member="Tell"]');
    await tell.locator('> summary').click();
    const events = tell.locator('[data-member="Events"]');
    await events.locator('> summary').click();
    await events.getByRole('button', { name: 'Add', exact: true }).click();
    await events.getByRole('combobox', { name: 'Event' }).fill('TicketPriorityUpdate');
    const conditions = events.locator('[data-member="Condition"] [data-member="Condition"]');
    await events.locator('[data-member="Condition"] > summary').first().click();
    await conditions.locator('> summary').click();
    await add(page, 'Conditions', '1');
    const fields = conditions.locator('[data-member="Fields"]');
    await fields.locator('> summary').click();
    await add(page, 'Fields', 'Priority');
    await fields.getByLabel('Match').fill('5 very high');
    await fields.getByLabel('Type').selectOption('String');
    await page.getByText('Draft saved').waitFor();
    await page.getByText('No problems').waitFor();
    const text = await page.getByRole('textbox', { name: 'Definition of Shop' }).innerText();
    const [, written = ''] = text.split("'1':");
    expect(
      written
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .slice(0, 4),
    ).toEqual(['Fields:', 'Priority:', 'Match: 5 very high', 'Type: String']);
  });

  async function add(page: Page, to: string, name: string): Promise<void> {
    const field = page.getByLabel(`Name of a new entry of ${to}`, { exact: true });
    await field.fill(name);
    await field.press('Tab');
    await page.keyboard.press('Enter');
  }

  it('have calls that could not be delivered, which are sent again', async () => {
    const data = JSON.stringify({ Invoker: 'Tell', Data: { TicketID: 1, Event: 'TicketCreate' } });
    await given.server.database.query(
      `insert into ticketgate.event (plugin, consumer, name, key, data, at, due_at, attempts, dead_since, error)
       values ('service:Shop', 'service:Shop', 'TicketCreate', 'ticket:1/Tell', $1, now(), now(), 1, now(), 'The shop was closed.')`,
      [data],
    );
    const { page } = await given.open('/invokers');
    await page.getByRole('link', { name: 'Tell: TicketCreate' }).click();
    await page.getByRole('dialog', { name: 'Tell: TicketCreate' }).getByText('The shop was closed.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions of Tell: TicketCreate' }).click();
    await page.getByRole('menuitem', { name: 'Send again' }).click();
    await untilTrue(() => Promise.resolve(remote.arrived.some(({ path }) => path === '/told')));
    await page.reload();
    await page.getByText('No call waits, and none was given up').waitFor();
  });
});
