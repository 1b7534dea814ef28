import { type TestServerOptions, untilHolds, untilTrue } from '../support/index.js';

import { Remote } from '../../packages/runtime/test/invokers/remote.js';
import { barriers } from '../browser/watched-page.js';
import { describeConsole, SERVICE } from './console-case.js';
import { Hands, tabTo, untilFocused } from './hands.js';

function chat(host: string): string {
  return `Debugger: { DebugThreshold: debug }
Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: ${host} # of the team
      DefaultCommand: POST
      Timeout: '5'
      InvokerControllerMapping:
        Announce: { Controller: '/rooms/:Room' }
  Invoker:
    Announce:
      Type: Generic::PassThrough
      Events:
        - Event: TicketCreate # first
          Asynchronous: '1'
`;
}

let remote: Remote;

async function withRemote(): Promise<TestServerOptions> {
  remote = await Remote.start();
  const [Chat, Astray] = [chat(remote.url), chat('http://chat.example.org')];
  const webServices = { Chat, Astray, Lost: chat('http://127.0.0.1:9'), Shop: SERVICE, Keys: SERVICE };
  return { webServices, configuration: { requester: { allowedHosts: [remote.address] } } };
}

describeConsole('invokers in the console', withRemote, (given) => {
  afterAll(() => remote.close());

  it('get events, conditions and retries by a form that changes the text', async () => {
    const { page, complaints } = await given.open('/services/Chat?form=Requester');
    const part = (name: string) => page.locator(`details[data-member="${name}"]`);
    await part('Invoker').locator('[data-member="Announce"] > summary').click();
    const events = part('Invoker').locator('[data-member="Events"]');
    await events.getByRole('button', { name: 'Add', exact: true }).click();
    const name = events.getByRole('combobox', { name: 'Event' }).last();
    const list = (await name.getAttribute('list')) ?? '';
    const options = `[...document.getElementById(${JSON.stringify(list)}).options].map(({ value }) => value)`;
    const suggested = await page.evaluate<readonly string[]>(options);
    expect(suggested).toEqual(expect.arrayContaining(['TicketStateUpdate', 'ArticleCreate']));
    await name.fill('TicketStateUpdate');
    await part('ErrorHandling').locator('summary').first().click();
    await page.getByLabel('Name of a new entry of Further attempts', { exact: true }).fill('Again');
    await page.getByLabel('Name of a new entry of Further attempts', { exact: true }).press('Tab');
    await page.keyboard.press('Enter');
    await part('Again').getByLabel('RetryCountMax').fill('3');
    const text = page.getByRole('textbox', { name: 'Definition of Chat' });
    await text.getByText('RetryCountMax').waitFor();
    const written = (await text.innerText()).replaceAll(/\n+/g, '\n');
    expect(written).toContain('- Event: TicketCreate # first');
    expect(written).toContain('- Event: TicketStateUpdate');
    expect(written).toContain('# of the team');
    // Whether there is a draft is answered by a 404.
    expect(complaints).toEqual([]);
  });

  it('say first that requests to their host are not allowed, with the line that allows them', async () => {
    const { page } = await given.open('/services/Astray/invokers');
    const reason = 'chat.example.org is not in requester.allowedHosts of the configuration.';
    await page.getByText(`No request can be sent: ${reason}`).waitFor();
    await page.getByRole('link', { name: 'Announce' }).click();
    await page.getByText(`Not allowed: ${reason}`).waitFor();
    const lines = page.getByRole('region', { name: 'Lines for gateway.yml' });
    await untilHolds(async () =>
      expect(await lines.innerText()).toBe(`requester:\n  allowedHosts: ['${remote.address}', 'chat.example.org']`),
    );
    const what = page.getByRole('region', { name: '4. What' });
    await what.getByRole('status').getByText('Not sent', { exact: true }).waitFor();
    await untilHolds(async () => expect(await what.getByRole('button', { name: 'Send it' }).isDisabled()).toBe(true));
  });

  it('are called by hand with a ticket, or with other data, after a look at what would be sent', async () => {
    remote.arrived.length = 0;
    const { page, complaints } = await given.open('/services/Chat/invokers/Announce');
    const what = page.getByRole('region', { name: '4. What' });
    await what.getByText('"Event": "TicketCreate"').waitFor();
    await page.getByLabel('Tried on ticket number').fill('4711');
    await page.getByText('There is no such ticket.').waitFor();
    await what.getByText('Try it with other data').click();
    await what.getByLabel('Data of the event').fill('{ "Room": "help desk", "Text": "Hello" }');
    await what.getByText(`POST ${remote.url}/rooms/help%20desk`).waitFor();
    expect(remote.arrived).toEqual([]);
    expect(await barriers(page)).toEqual([]);
    await what.getByRole('button', { name: 'Send it' }).click();
    await what.getByText('Sent', { exact: true }).waitFor();
    expect(remote.arrived.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/rooms/help%20desk', body: '{"Text":"Hello"}' },
    ]);
    await what.getByRole('link', { name: 'Debug log' }).click();
    await page.locator('.row-link').first().click();
    // Nobody signs in for what is sent.
    await page.getByText(/^Answered with 200 within [^;]*; version 1 /).waitFor();
    expect(complaints).toEqual([]);
  });

  it('are made in five steps, with half of the keys of the editor, and called for a ticket', async () => {
    const { page, complaints } = await given.open('/services/Shop/invokers');
    const hands = new Hands(page);
    const step = (name: string) => page.getByRole('region', { name });
    await hands.press(page.getByRole('button', { name: 'Add an invoker' }));
    await hands.type(page.getByLabel('Name', { exact: true }), 'Tell');
    await hands.press(page.getByRole('button', { name: 'Continue' }));
    await hands.type(page.getByLabel('Address of the other system'), remote.url);
    await hands.press(page.getByLabel('Path'));
    await hands.key('Control+A');
    await hands.type(page.getByLabel('Path'), '/told/:TicketID');
    await step('1. Where to').getByText(`Requests may go to ${remote.url}/told/`).waitFor();
    await hands.type(step('2. When').getByLabel('Event'), 'Prio');
    await hands.key('Enter');
    await step('2. When').getByText('"Event": "TicketPriorityUpdate"').waitFor();
    await hands.press(page.getByRole('button', { name: 'Add a condition' }));
    await untilFocused(page.getByLabel('Value'));
    await hands.type(page.getByLabel('Value'), '5 very high');
    await step('3. If').getByText('TicketPriorityUpdate calls it if Priority is 5 very high.').waitFor();
    await step('3. If')
      .getByText(/^Ticket \d+: no, Priority is 3 normal$/)
      .waitFor();
    await hands.type(page.getByLabel('A call that failed'), 'is m');
    await hands.key('Enter');
    await step('5. If it fails').getByText('It is made again after 1 minute, 3 minutes, 7 minutes').waitFor();
    await page.getByText('Draft saved').waitFor();
    expect(await barriers(page)).toEqual([]);
    const before = await definitionOf('Shop');
    await hands.press(page.getByRole('button', { name: 'Publish …' }));
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
    remote.arrived.length = 0;
    await hands.press(step('4. What').getByRole('button', { name: 'Send it' }));
    await step('4. What').getByText('Sent', { exact: true }).waitFor();
    expect(remote.arrived).toMatchObject([{ path: '/told/1', body: '{"Event":"TicketPriorityUpdate"}' }]);
    const after = await definitionOf('Shop');
    expect(after.startsWith(before)).toBe(true);
    const written = after.slice(before.length).split('\n');
    expect(written.join('\n').replace(remote.url, 'http://remote')).toMatchInlineSnapshot(`
"Requester:
  Transport:
    Type: HTTP::REST
    Config:
      Host: http://remote
      DefaultCommand: POST
      Timeout: '10'
      InvokerControllerMapping:
        Tell:
          Controller: /told/:TicketID
  Invoker:
    Tell:
      Type: Generic::PassThrough
      Events:
        - Event: TicketPriorityUpdate
          Asynchronous: '1'
          Condition:
            Condition:
              '1':
                Type: and
                Fields:
                  Priority:
                    Type: String
                    Match: 5 very high
  ErrorHandling:
    AgainTell:
      Type: RequestRetry
      ScheduleRetry: '1'
      RetryIntervalStart: '60'
      RetryIntervalFactor: '2'
      RetryCountMax: '10'
      InvokerFilter:
        - Tell
  ErrorHandlingPriority:
    - AgainTell
"
`);
    const typed = written.reduce((sum, line) => sum + line.trim().length + 1, 0);
    expect(hands.count).toBeLessThan(typed / 2);
    expect(complaints).toEqual([]);
  });

  it('that failed 30 times are repaired and sent again with eight clicks', async () => {
    const { database } = given.server;
    await database.query(
      `insert into ticketgate.event (plugin, consumer, name, key, data, at, due_at, attempts, dead_since, error)
       select 'service:Lost', 'service:Lost', 'TicketCreate', 'ticket:' || n, jsonb_build_object('Invoker', 'Announce',
         'Data', jsonb_build_object('TicketID', n, 'Room', 'r' || n), 'Tries', jsonb_build_array(
           jsonb_build_object('At', now() - interval '1 hour', 'Status', null, 'Reason', 'Nobody listens there.', 'Request', null),
           jsonb_build_object('At', now(), 'Status', 503, 'Reason', 'It is too busy.', 'Request', null))),
         now(), now(), 2, now(), 'It is too busy.' from generate_series(1, 30) as n`,
    );
    remote.arrived.length = 0;
    const { page } = await given.open('/invokers?state=dead&text=%2317');
    await untilTrue(async () => (await page.locator('.table tbody tr').count()) === 1);
    await page.locator('.row-link').first().click();
    await page.getByRole('listitem').filter({ hasText: 'Nobody listens there.' }).getByText('No answer').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'It is too busy.' }).getByText('503').waitFor();
    await page.goto(`${given.server.url}/admin/`);
    const hands = new Hands(page);
    await hands.press(page.getByRole('link', { name: 'Send them again or delete them.' }));
    await hands.press(page.getByRole('row').getByRole('link', { name: 'Lost' }).first());
    await hands.press(page.getByLabel('Address of the other system'));
    await page.getByLabel('Address of the other system').fill(remote.url);
    await page.getByText('Draft saved').waitFor();
    await hands.press(page.getByRole('button', { name: 'Publish …' }));
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
    await hands.press(page.getByRole('link', { name: 'Calls of invokers' }));
    await hands.press(page.getByRole('button', { name: 'Send all 30 again …' }));
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Send again' }));
    await untilTrue(async () => remote.arrived.length === 30);
    expect(hands.count).toBeLessThanOrEqual(8);
  });

  it('are made by keyboard alone', async () => {
    const { page } = await given.open('/services/Keys/invokers');
    const { keyboard } = page;
    await tabTo(page.getByRole('button', { name: 'Add an invoker', exact: true }));
    await keyboard.press('Enter');
    await untilFocused(page.getByRole('dialog').getByLabel('Name', { exact: true }));
    await keyboard.type('Tell');
    await keyboard.press('Enter');
    await page.getByLabel('Address of the other system').waitFor();
    await tabTo(page.getByLabel('Address of the other system', { exact: true }).first());
    await keyboard.type(remote.url);
    await tabTo(page.getByLabel('Path', { exact: true }).first());
    await keyboard.type('/told');
    await tabTo(page.getByLabel('Event', { exact: true }).first());
    await keyboard.type('Prio');
    await tabTo(page.getByRole('button', { name: 'Add a condition for TicketPriorityUpdate', exact: true }));
    await page.getByText('"Event": "TicketPriorityUpdate"').first().waitFor();
    await keyboard.press('Enter');
    await untilFocused(page.getByLabel('Value'));
    await keyboard.type('5 very high');
    await page.getByText(/^Ticket \d+: no, Priority is 3 normal$/).waitFor();
    await tabTo(page.getByLabel('A call that failed', { exact: true }).first());
    await keyboard.press('ArrowDown');
    await page.getByText('Draft saved').waitFor();
    await keyboard.press('Control+Enter');
    await page.getByRole('dialog').getByText('Line by line').waitFor();
    await keyboard.press('Enter');
    await page.getByText('As published').waitFor();
    await page.getByRole('button', { name: 'Send it', disabled: false }).waitFor();
    remote.arrived.length = 0;
    await tabTo(page.getByRole('button', { name: 'Send it', exact: true }));
    await keyboard.press('Enter');
    await page.getByText('Sent', { exact: true }).waitFor();
    expect(remote.arrived).toMatchObject([{ path: '/told' }]);
    expect(await definitionOf('Keys')).toContain('Match: 5 very high');
  });

  async function definitionOf(name: string): Promise<string> {
    return (await given.server.system.services.find(name))?.config ?? '';
  }
});
