import { untilHolds, untilTrue } from '../support/index.js';

import { describeConsole, SERVICE } from '../console/console-case.js';

const SERVICES = 500;
const REQUESTS = 100_000;

const names = Array.from({ length: SERVICES }, (_name, index) => `Shop${String(index).padStart(3, '0')}`);
const webServices = Object.fromEntries(names.map((name) => [name, SERVICE]));

describeConsole('a console with much to show', { webServices }, (given) => {
  // Once: a second try of a test finds the same rows.
  beforeAll(async () => {
    const { database } = given.server;
    await database.query(
      `insert into gi_debugger_entry (id, communication_id, communication_type, remote_ip, webservice_id, create_time)
       select number, lpad(number::text, 32, '0'), 'Provider', '127.0.0.1', (select min(id) from gi_webservice_config), now()
       from generate_series(1, $1::int) as number`,
      [REQUESTS],
    );
    await database.query(
      `insert into ticketgate.debug_entry (id, created_at, service_id, operation, method, level, status, milliseconds, caller,
         address, bytes_received, bytes_sent, bytes, is_truncated)
       select id, now() - id * interval '800 milliseconds', webservice_id, 'SessionGet', 'POST', 'debug',
         case when id = 77000 then 500 else 200 end, 5, 'anna', '127.0.0.1', 0, 100, 1000, false
       from gi_debugger_entry where id <= $1`,
      [REQUESTS],
    );
  });

  it('lists 500 web services, and finds one of them', async () => {
    const { page, complaints } = await given.open('/');
    await page.getByText(`${SERVICES} services`).waitFor();
    await page.getByRole('searchbox').fill('shop49');
    await page.getByText('10 services').waitFor();
    await page.getByRole('link', { name: 'Shop499' }).click();
    await page.getByRole('heading', { name: 'Shop499' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('pages through 100,000 recorded requests, and finds the one that failed', async () => {
    const { page } = await given.open('/log');
    await page.getByText('100,000 requests').waitFor();
    const first = await page.locator('tbody a').first().getAttribute('href');
    await page.getByRole('button', { name: 'Next page' }).click();
    await untilTrue(async () => (await page.locator('tbody a').first().getAttribute('href')) !== first);
    await page.getByRole('button', { name: 'Only failed' }).click();
    const failures = page.getByRole('region', { name: 'Failures' }).locator('tbody tr');
    await untilTrue(async () => (await failures.count()) === 1);
    await failures.getByRole('link', { name: 'no reason is recorded' }).waitFor();
    await page.getByRole('button', { name: 'Each request' }).click();
    const requests = page.getByRole('region', { name: 'Requests' }).locator('tbody tr');
    await untilTrue(async () => (await requests.count()) === 1);
    await untilHolds(async () => expect(await requests.textContent()).toContain('500'));
    await requests.getByRole('link').click();
    await page.getByText(/^Failed with 500/).waitFor();
  });
});
