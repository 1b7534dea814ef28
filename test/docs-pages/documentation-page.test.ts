import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer, type TestServer } from '@ticketgate/test-support';
import axe from 'axe-core';
import { chromium, type Browser, type Page } from 'playwright-core';

import { findChromium } from './find-chromium.js';

const SERVICE = readFileSync(
  join(import.meta.dirname, '..', '..', 'config', 'webservices', 'TicketService.yml'),
  'utf8',
);

describe('the documentation page in Chromium', () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startTestServer({ webServices: { TicketService: SERVICE } });
    browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  });

  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  /** A page that remembers what went wrong, and every request to another host. */
  async function open(path: string) {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(server.url) && !url.startsWith('data:')) complaints.push(`a request to ${url}`);
    });
    await page.goto(`${server.url}${path}`);
    return { page, complaints };
  }

  /** What axe-core finds fault with. The policy of the page lets no script in, so it comes past it. */
  async function barriers(page: Page): Promise<readonly string[]> {
    await page.evaluate(axe.source);
    const found = await page.evaluate('axe.run()');
    const { violations } = found as { violations: readonly { id: string; nodes: readonly { html: string }[] }[] };
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
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
