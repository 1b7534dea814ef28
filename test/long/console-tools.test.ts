import { untilHolds, untilTrue } from '../support/index.js';

import { barriers } from '../browser/watched-page.js';
import { describeConsole, HOSTILE, SERVICE, serviceOf } from '../console/console-case.js';

const MAPPING = `MappingOutbound:
        Type: Simple
        Config:
          KeyMapExact: { Ticket: Vorgang }
          KeyMapDefault: { MapType: Keep }
          ValueMapDefault: { MapType: Keep }
`;
const TICKETS = serviceOf('Ticket::TicketGet', '/Ticket').replace(
  'Type: Ticket::TicketGet\n',
  `Type: Ticket::TicketGet\n      ${MAPPING}`,
);
const MARKED = SERVICE.replace(
  'Config:\n',
  `Config:\n      AdditionalHeaders: { X-Note: ${JSON.stringify(HOSTILE)} }\n`,
);

const webServices = { Shop: SERVICE, Tickets: TICKETS, Marked: MARKED };

describeConsole('the tools of the console', { webServices }, (given) => {
  const PATHS = [
    '/services/Shop/try',
    '/services/Shop/log',
    '/services/Tickets/try?as=customer&login=carla',
    '/services/Tickets/mapping?side=outbound',
    '/services/Shop/mapping',
    '/operations',
    '/operations?text=nothing-has-this-name',
    '/operations/Ticket%3A%3ATicketUpdate',
    '/operations/Ticket%3A%3ANothing',
  ];

  describe.each([
    ['light', 1440],
    ['light', 390],
    ['dark', 1440],
    ['dark', 390],
  ] as const)('in %s at %i pixels', (colorScheme, width) => {
    it.each(PATHS)('have no barrier and fit at %s', async (path) => {
      const { page, complaints } = await given.open(path, { colorScheme, viewport: { width, height: 900 } });
      await page.locator('.skeleton').waitFor({ state: 'detached' });
      await page.locator('h1').first().waitFor();
      expect(await barriers(page)).toEqual([]);
      await untilHolds(async () =>
        expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true),
      );
      expect(complaints).toEqual([]);
    });
  });

  it('try a draft beside the current version, by keyboard', async () => {
    const { page } = await given.open('/services/Tickets');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('region', { name: 'Form' }).getByLabel('Description').first().fill('A draft');
    await page.getByText('Draft saved').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Try it' }).press('Enter');
    await page.getByLabel('Version').selectOption('1');
    await page.getByLabel('Body').fill('{ "TicketID": 1 }');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Vorgang').first().waitFor();
    await page.getByText('Outbound mapping').waitFor();
    expect(new URL(page.url()).searchParams.get('draft')).toBe('1');
  });

  it('say what is wrong with a request that cannot be sent', async () => {
    const { page } = await given.open('/services/Tickets/try?as=agent&login=nobody');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('There is no agent "nobody"').waitFor();
    await page.goto(`${given.server.url}/admin/services/Shop/try`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('does things that cannot be rolled back').first().waitFor();
    expect(await page.getByRole('region', { name: 'Body of the answer' }).count()).toBe(0);
  });

  it('undo what a customer user does', async () => {
    const { customerAdministration } = given.server.system.accounts;
    const person = { firstName: 'Carla', lastName: 'Customer', email: 'carla@example.org' };
    await customerAdministration.add({ ...person, login: 'carla', customerID: 'shop' });
    const { page } = await given.open('/services/Tickets/try?as=customer&login=carla');
    await page.getByLabel('Body').fill('{ "TicketID": 1 }');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('TicketGet.AccessDenied').first().waitFor();
    await page.getByText('Here it was sent as carla and undone.').waitFor();
    const audit = await given.server.database.query<{ subject: string }>(
      "select subject from ticketgate.audit where action = 'request tried as customer'",
    );
    expect(audit).toEqual([{ subject: 'carla' }]);
  });

  it('go from a recorded request to its mapping', async () => {
    const { server } = given;
    await fetch(`${server.url}/Webservice/Tickets/Ticket`, {
      method: 'POST',
      body: JSON.stringify({ UserLogin: 'root@localhost', Password: server.rootPassword, TicketID: 1 }),
    });
    const { page } = await given.open('/services/Tickets/log');
    await untilTrue(async () => {
      await page.reload();
      await page.locator('.row-link').first().waitFor({ timeout: 5_000 });
      return true;
    });
    await page.locator('.row-link').first().click();
    await page.getByRole('link', { name: 'Use as sample' }).click();
    await page.getByRole('heading', { name: 'Tickets', level: 1 }).waitFor();
    await page.getByLabel('Side').selectOption('outbound');
    await page.getByRole('region', { name: 'Result' }).getByText('"Vorgang"').first().waitFor();
    expect(new URL(page.url()).searchParams.get('request')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('show what strangers wrote as text', async () => {
    const { page } = await given.open('/services/Tickets/mapping?side=outbound');
    await page.getByRole('textbox', { name: 'Sample' }).fill(JSON.stringify({ [HOSTILE]: HOSTILE }));
    await page.getByRole('region', { name: 'Result' }).getByText('window.hacked=1').first().waitFor();
    await page.goto(`${given.server.url}/admin/services/Tickets/try`);
    await page.getByLabel('Body').fill(JSON.stringify({ TicketID: HOSTILE }));
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('region', { name: 'curl' }).getByText('window.hacked=1').waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('show a header of a definition as text', async () => {
    const { page } = await given.open('/services/Marked');
    await page.getByText('window.hacked=1').first().waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('speak German', async () => {
    const { page } = await given.open('/services/Tickets/mapping', { locale: 'de-DE' });
    await page.getByRole('heading', { name: 'Tickets', level: 1 }).waitFor();
    await untilHolds(async () => expect(await page.getByRole('link', { name: 'Ausprobieren' }).isVisible()).toBe(true));
  });
});
