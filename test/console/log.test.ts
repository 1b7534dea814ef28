import { untilTrue } from '@ticketgate/test-support';

import { describePages } from '../browser/chromium.js';
import { barriersAt, SCREENS } from './barriers.js';
import { SERVICE, startConsole, type ConsoleCase } from './console-case.js';

const FIND = SERVICE.replaceAll('SessionGet', 'TicketSearch')
  .replace('Session::', 'Ticket::')
  .replace('/Session/Get', '/Tickets');
const HOSTILE = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">';

describePages('the debug log in the console', () => {
  let given: ConsoleCase;

  beforeAll(async () => {
    given = await startConsole({ webServices: { Shop: SERVICE, Find: FIND } });
    await send('needle in a haystack');
    await send(HOSTILE);
  });

  afterEach(async () => {
    await given.closePages();
  });

  afterAll(async () => {
    await given.stop();
  });

  async function send(Title: string): Promise<void> {
    const before = await recorded();
    await fetch(`${given.server.url}/Webservice/Find/Tickets`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ UserLogin: 'root@localhost', Password: given.server.rootPassword, Title }),
    });
    await untilTrue(async () => (await recorded()) > before);
  }

  async function recorded(): Promise<number> {
    const [row] = await given.server.database.query<{ n: number }>('select count(*)::int n from gi_debugger_entry');
    return row?.n ?? 0;
  }

  it('finds a request by text, shows its way, and replays it', async () => {
    const { page, complaints } = await given.open('/log');
    await page.getByLabel('Text of a request or answer').fill('needle');
    await page.getByRole('button', { name: 'Search' }).click();
    await untilTrue(async () => (await page.locator('.table tbody tr').count()) === 1);
    expect(new URL(page.url()).search).toBe('?text=needle');
    await page.locator('.row-link').first().click();
    await page.getByRole('heading', { name: 'What was recorded' }).waitFor();
    await page.getByText('needle in a haystack').first().waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('The answer is the same.').waitFor();
    expect(complaints.filter((each) => !each.includes('404'))).toEqual([]);
  });

  it('shows requests as they come', async () => {
    const { page } = await given.open('/log?live=1');
    await page.getByText('Waiting for requests').waitFor();
    await send('another one');
    await page.locator('.table tbody tr').first().waitFor();
    expect(await page.getByRole('button', { name: 'Live' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('shows what strangers have sent as text', async () => {
    const { page } = await given.open('/log?text=hacked');
    await page.locator('.row-link').first().click();
    await page.getByText('window.hacked=1').first().waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it.each(SCREENS)('has no barrier at %s', async (path) => {
    expect(await barriersAt(given, path)).toEqual([]);
  });
});
