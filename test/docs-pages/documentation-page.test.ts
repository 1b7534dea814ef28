import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@ticketgate/test-support';
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

  async function open(path: string) {
    const watched = await watchedPage(await browser.newContext(), server.url);
    await watched.page.goto(`${server.url}${path}`);
    return watched;
  }

  it('creates a ticket by "try it", without an error, a request elsewhere or a barrier', async () => {
    const { page, complaints } = await open('/docs/TicketService/');
    expect(await barriers(page)).toEqual([]);
    const operation = page.locator('#operations-default-TicketCreate');
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

  it.each(['/', '/docs/'])('has no barrier at %s either', async (path) => {
    const { page, complaints } = await open(path);
    expect(await page.locator('h1').count()).toBe(1);
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
