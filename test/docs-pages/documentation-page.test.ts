import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer, type TestServer, untilHolds } from '../support/index.js';
import type { Browser } from 'playwright-core';

import { describePages, launchChromium } from '../browser/chromium.js';
import { barriers, watchedPage } from '../browser/watched-page.js';

const SERVICE = readFileSync(
  join(import.meta.dirname, '..', '..', 'config', 'webservices', 'TicketService.yml'),
  'utf8',
);

describePages('the documentation page in Chromium', () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startTestServer({ webServices: { TicketService: SERVICE } });
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  async function open(path: string, colorScheme: 'light' | 'dark' = 'light') {
    const watched = await watchedPage(await browser.newContext({ colorScheme }), server.url);
    await watched.page.goto(`${server.url}${path}`);
    return watched;
  }

  it('creates a ticket by "try it", without an error, a request elsewhere or a barrier', async () => {
    const { page, complaints } = await open('/docs/TicketService/');
    expect(await barriers(page)).toEqual([]);
    const operation = page.locator('#operations-Ticket-TicketCreate');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const body = operation.getByLabel('Body of the request');
    const example = JSON.parse(await body.inputValue()) as object;
    await body.fill(JSON.stringify({ ...example, UserLogin: 'root@localhost', Password: server.rootPassword }));
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = operation.locator('.live-responses-table .response .microlight').first();
    await answer.waitFor();
    expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({ Success: 1, Data: { ArticleID: 2 } });
    const [ticket] = await server.database.query('select title from ticket order by id desc limit 1');
    expect(ticket).toEqual({ title: 'Printer on fire' });
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('leads from the card of a web service to one of its operations', async () => {
    const { page } = await open('/docs/', 'dark');
    await page.getByRole('link', { name: '/TicketCreate', exact: true }).click();
    await page.locator('#operations-Ticket-TicketCreate.is-open').waitFor();
    await untilHolds(async () => expect(await page.locator('html.dark-mode').count()).toBe(1));
    await page.close();
  });

  it.each([
    ['/', 'light'],
    ['/', 'dark'],
    ['/docs/', 'light'],
    ['/docs/', 'dark'],
  ] as const)('has no barrier at %s either, in the %s', async (path, colorScheme) => {
    const { page, complaints } = await open(path, colorScheme);
    await untilHolds(async () => expect(await page.locator('h1').count()).toBe(1));
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
