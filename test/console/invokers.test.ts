import { untilTrue, type TestServerOptions } from '../support/index.js';

import { Remote } from '../../packages/runtime/test/invoking/remote.js';
import { barriers } from '../browser/watched-page.js';
import { describeConsole } from './console-case.js';

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
  const webServices = { Chat: chat(remote.url), Astray: chat('http://chat.example.org') };
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
    await page.getByLabel('Name of a new entry of ErrorHandling', { exact: true }).fill('Again');
    await page.getByLabel('Name of a new entry of ErrorHandling', { exact: true }).press('Tab');
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

  it('say first that requests to their host are not allowed, also before one is sent', async () => {
    const { page } = await given.open('/services/Astray/invokers');
    const reason = 'chat.example.org is not in requester.allowedHosts of the configuration.';
    await page.getByText(`No request can be sent: ${reason}`).waitFor();
    await page.getByRole('button', { name: 'Show what it would send' }).click();
    await page.getByText(`It may not be sent: ${reason}`).waitFor();
    expect(await page.getByText('Not sent', { exact: true }).count()).toBe(1);
  });

  it('are called by hand, after a look at what would be sent', async () => {
    const { page, complaints } = await given.open('/services/Chat/invokers');
    await page.getByLabel('Data of the event').fill('{ "Room": "help desk", "Text": "Hello" }');
    await page.getByRole('button', { name: 'Show what it would send' }).click();
    const sent = page.getByRole('region', { name: 'What was sent' });
    await sent.getByText(`POST ${remote.url}/rooms/help%20desk`).waitFor();
    expect(remote.arrived).toEqual([]);
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send it' }).click();
    await sent.getByText('Sent', { exact: true }).waitFor();
    expect(remote.arrived.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/rooms/help%20desk', body: '{"Text":"Hello","Event":"TicketCreate"}' },
    ]);
    await sent.getByRole('link', { name: 'Debug log' }).click();
    await untilTrue(async () => (await page.getByRole('row').count()) > 1);
    expect(complaints).toEqual([]);
  });
});
