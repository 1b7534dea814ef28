import { startOwnServer, untilHolds } from '../support/index.js';
import { barriers } from '../browser/watched-page.js';
import { describeConsole } from '../console/console-case.js';

describeConsole('the console of an empty system', { start: startOwnServer }, (given) => {
  it('leads to a first served request in three clicks', async () => {
    const { page } = await given.open('/');
    await page.getByText('No web services yet').waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('link', { name: 'Create the first service' }).click();
    await page.getByRole('button', { name: 'Create and publish' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('status').getByText('200', { exact: true }).waitFor();
    await untilHolds(async () =>
      expect(await page.getByRole('region', { name: 'Body of the answer' }).innerText()).toContain('"TicketID"'),
    );
    expect(await barriers(page)).toEqual([]);
  });
});
