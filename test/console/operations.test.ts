import { startOwnServer, untilHolds, untilTrue } from '../support/index.js';

import { barriers } from '../browser/watched-page.js';
import { describeConsole, SERVICE } from './console-case.js';

describeConsole('operations in the console', { start: startOwnServer, webServices: { Shop: SERVICE } }, (given) => {
  it('finds an operation, and shows what it takes, where it is from and who offers it', async () => {
    const { page, complaints } = await given.open('/operations?used=yes');
    await page.getByRole('link', { name: 'Session::SessionGet' }).waitFor();
    await untilHolds(async () => expect(await page.locator('.table tbody tr').count()).toBe(1));
    await page.getByLabel('Use').selectOption('');
    await page.getByLabel('Search operations').fill('sessionge');
    await page.getByLabel('Effect').selectOption('reads');
    // The browser reports a new address a moment after the page has it; a word that is typed may come after a choice.
    const wanted = ['effect=reads', 'text=sessionge'];
    const isShown = () => new URL(page.url()).search.slice(1).split('&').sort().join('&') === wanted.join('&');
    await untilTrue(() => Promise.resolve(isShown()));
    await page.getByRole('link', { name: 'Session::SessionGet' }).click();
    await page.getByRole('heading', { name: 'What it takes' }).waitFor();
    await page.getByText(/^session \d+\.\d+\.\d+(?:-rc\.\d+)?$/).waitFor();
    await untilHolds(async () => expect(await page.getByRole('link', { name: 'Shop' }).count()).toBe(1));
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
