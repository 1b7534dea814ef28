import { barriers } from '../browser/watched-page.js';
import { describeConsole, serviceOf } from './console-case.js';

const webServices = { Shop: serviceOf('Ticket::TicketGet', '/Ticket') };

describeConsole('trying requests in the console', { webServices }, (given) => {
  it('sends a request as somebody else and shows its answer, its stages and its curl command', async () => {
    const { page, complaints } = await given.open('/try');
    await page.getByLabel('Body').fill('{ "TicketID": 4711 }');
    await page.getByRole('button', { name: 'Add a header' }).click();
    await page.getByLabel('Name of header 2').fill('X-Request-Id');
    await page.getByLabel('Value of header 2').fill('tried-1');
    await page.getByLabel('Send as').selectOption('agent');
    await page.getByLabel('Login').fill('root@localhost');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('TicketGet.AccessDenied').first().waitFor();
    await page.getByText('Write the answer').waitFor();
    await page.getByRole('region', { name: 'curl' }).getByText("-H 'X-Request-Id: tried-1'").waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      operation: 'TicketGet',
      method: 'POST',
      path: '/Ticket',
      as: 'agent',
      login: 'root@localhost',
    });
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
