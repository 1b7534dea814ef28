import axe from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';

export interface WatchedPage {
  readonly page: Page;
  /** What the console of the browser said, and requests to other hosts. */
  readonly complaints: string[];
}

/** A page that remembers what went wrong. */
export async function watchedPage(context: BrowserContext, server: string): Promise<WatchedPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server) && !/^(?:data|blob):/.test(url)) complaints.push(`a request to ${url}`);
  });
  return { page, complaints };
}

/** What axe-core finds fault with. The policy of the page lets no script in, so it comes past it. */
export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate('axe.run({ resultTypes: ["violations"] })');
  const { violations } = found as { violations: readonly { id: string; nodes: readonly { html: string }[] }[] };
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
