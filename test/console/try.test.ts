import { untilHolds, untilTrue } from '../support/index.js';

import { barriers } from '../browser/watched-page.js';
import { describeConsole, serviceOf } from './console-case.js';

const GET = serviceOf('Ticket::TicketGet', '/Ticket');
const webServices = {
  Shop: GET,
  Both: GET.replace(
    '  Operation:\n',
    '  Operation:\n    TicketHistoryGet: { Type: Ticket::TicketHistoryGet }\n',
  ).replace(
    'RouteOperationMapping:\n',
    'RouteOperationMapping:\n        TicketHistoryGet: { Route: /History, RequestMethod: [POST] }\n',
  ),
};

describeConsole('trying requests in the console', { webServices }, (given) => {
  it('sends a request as somebody else and shows its answer, its stages and its curl command', async () => {
    const { page, complaints } = await given.open('/services/Shop/try');
    // Headers and body are filled in together, once the operation is known.
    await untilHolds(async () =>
      expect(await page.getByLabel('Headers').inputValue()).toBe('Content-Type: application/json'),
    );
    await page.getByLabel('Body').fill('{ "TicketID": 4711 }');
    await page.getByLabel('Headers').press('Control+End');
    await page.keyboard.type('\nX-Request-Id: tried-1');
    await page.getByLabel('Send as').selectOption('agent');
    await page.getByLabel('Login').fill('root@localhost');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('TicketGet.AccessDenied').first().waitFor();
    await page.getByText('Write the answer').waitFor();
    await page.getByRole('region', { name: 'curl' }).getByText("-H 'X-Request-Id: tried-1'").waitFor();
    await untilHolds(async () =>
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
        operation: 'TicketGet',
        method: 'POST',
        path: '/Ticket',
        as: 'agent',
        login: 'root@localhost',
      }),
    );
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('goes back to the operation that was chosen before, with its body', async () => {
    const { page } = await given.open('/services/Both/try?operation=TicketGet');
    const body = page.getByLabel('Body');
    await untilTrue(async () => (await body.inputValue()) !== '');
    const first = await body.inputValue();
    await page.getByLabel('Operation').selectOption('TicketHistoryGet');
    await untilTrue(async () => (await body.inputValue()) !== first);
    await page.goBack();
    await untilTrue(async () => (await body.inputValue()) === first);
    await page.waitForURL(({ searchParams }) => searchParams.get('operation') === 'TicketGet');
  });

  it('makes a service over SOAP, sends it an envelope of an example, and shows its mapping', async () => {
    const { page, complaints } = await given.open('/services/new?operation=Ticket::TicketGet');
    await page.getByLabel('Name', { exact: true }).fill('Soap');
    await page.getByText('Protocol, answers and behaviour').click();
    await page.getByLabel('Transport').selectOption('soap');
    await page.getByRole('button', { name: 'Create and publish' }).click();
    await page.getByRole('heading', { name: 'Soap', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Addresses' }).click();
    const address = await page.getByRole('dialog').getByRole('link', { name: 'WSDL' }).getAttribute('href');
    expect(await (await fetch(address ?? '')).text()).toContain('TicketGetResponse');
    await page.goto(`${given.server.url}/admin/services/Soap/try`);
    const body = page.getByLabel('Body', { exact: true });
    await untilTrue(async () => (await body.inputValue()).includes('<TicketGet xmlns="urn:ticketgate:tickets">'));
    await body.focus();
    await page.keyboard.press('Control+Enter');
    const answer = page.getByRole('region', { name: 'Body of the answer' });
    await answer.getByText('<TicketGetResponse').or(answer.getByText('<ErrorCode>TicketGet')).first().waitFor();
    await untilHolds(async () =>
      expect(await page.getByLabel('Headers').inputValue()).toBe('Content-Type: text/xml; charset=utf-8'),
    );
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
