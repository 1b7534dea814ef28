import type { SaveService } from '@ticketgate/database';
import { untilHolds, untilTrue } from '../support/index.js';
import type { Page } from 'playwright-core';

import { barriers } from '../browser/watched-page.js';
import { describeConsole, SERVICE, signIn } from './console-case.js';
import { tabTo, untilFocused } from './hands.js';

const EXPORT = `---
Debugger: { DebugThreshold: debug, TestMode: '0' }
FrameworkVersion: 6.5.9
Provider:
  Operation:
    SessionCreate: { Type: Session::SessionCreate }
    Own: { Type: Custom::Own }
  Transport:
    Type: HTTP::REST
    Config:
      MaxLength: '1000'
      RouteOperationMapping:
        SessionCreate: { RequestMethod: [POST], Route: /Session }
        Own: { RequestMethod: [POST], Route: /Own }
Requester:
  Invoker:
    Send: { Type: Test::Test }
  Transport: { Type: '' }
RemoteSystem: ''
`;

const Based = SERVICE.replace('Provider:', 'Gateway: { BasePath: /based }\nProvider:');
const webServices = {
  Shop: SERVICE,
  Broken: SERVICE,
  Shared: SERVICE,
  Typed: SERVICE,
  Gone: SERVICE,
  Off: SERVICE,
  Based,
};

describeConsole('web services in the console', { webServices }, (given) => {
  const editorOf = (page: Page) => page.getByRole('textbox', { name: /^Definition of/ });

  /** Puts the cursor behind a text of the editor, by its own search. */
  async function selectText(page: Page, text: string): Promise<void> {
    await editorOf(page).click();
    await page.keyboard.press('Control+F');
    const search = page.getByRole('textbox', { name: 'Find' });
    await untilFocused(search);
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await untilFocused(editorOf(page));
  }

  /** The draft of a service that the server has. */
  async function storedDraft(name: string): Promise<string | undefined> {
    const found = await given.server.database.query<{ definition: string }>(
      `select definition from ticketgate.service_draft join gi_webservice_config on id = service_id where name = '${name}'`,
    );
    return found[0]?.definition;
  }

  async function untilDraftHas(name: string, text: string): Promise<void> {
    await untilTrue(async () => (await storedDraft(name))?.includes(text) === true);
  }

  async function publish(page: Page, comment: string): Promise<void> {
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByLabel('What changes, and why?').fill(comment);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
  }

  async function discard(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Discard …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('As published').waitFor();
  }

  async function currentOf(name: string): Promise<string> {
    return (await given.server.system.services.find(name))?.config ?? '';
  }

  /** A version of whoever runs the tests. */
  async function save(name: string, config: string, more: Pick<SaveService, 'note' | 'validID'> = {}): Promise<void> {
    const { services, formatTime } = given.server.system;
    await services.save({ name, config, userID: 1, time: formatTime(new Date()), ...more });
  }

  it('shows strangers nothing but the way in, and comes back to the page that they wanted', async () => {
    const { page, complaints } = await given.openAsStranger('/services/Shop/history');
    await page.getByRole('heading', { name: 'Sign in to Ticketgate' }).waitFor();
    expect(complaints).toEqual([]);
    await signIn(page, given.server.rootPassword);
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    await page.waitForURL(({ pathname }) => pathname === '/admin/services/Shop/history');
  });

  it('corrects a misspelt key by its fix and publishes', async () => {
    const { page } = await given.open('/services/Shop');
    await selectText(page, 'RequestMethod');
    await page.keyboard.type('RequestMethodd');
    await untilDraftHas('Shop', 'RequestMethodd');
    await page.getByRole('list', { name: 'Problems' }).getByText('RequestMethodd').first().waitFor();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await untilHolds(async () =>
      expect(await page.getByRole('button', { name: 'Publish', exact: true }).isEnabled()).toBe(false),
    );
    await page.keyboard.press('Escape');
    await selectText(page, '100000');
    await page.keyboard.type('200000');
    await page.keyboard.press('Control+.');
    await page.getByText('No problems').waitFor();
    await publish(page, 'larger requests');
    await page.getByText(/^Version \d+ is published$/).waitFor();
    expect(await currentOf('Shop')).toBe(SERVICE.replace('100000', '200000'));
    expect(await storedDraft('Shop')).toBeUndefined();
  });

  it('goes back to an earlier version', async () => {
    await save('Shop', SERVICE.replace('100000', '300000'));
    const { page } = await given.open('/services/Shop/history');
    const versions = page.getByRole('list', { name: 'Versions' });
    await versions.getByRole('button').last().click();
    await page.getByRole('button', { name: 'Roll back to it' }).click();
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    await page.getByText(/is published again$/).waitFor();
    expect(await currentOf('Shop')).toBe(SERVICE);
  });

  it('keeps what a broken text is for a draft, while the last good version serves', async () => {
    const { page } = await given.open('/services/Broken');
    await selectText(page, 'Provider');
    await page.keyboard.type('Provider: [');
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await editorOf(page).getByText('Provider: [').waitFor();
    const answer = await fetch(`${given.server.url}/Webservice/Broken/Session/Get`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ SessionID: 'unknown' }),
    });
    expect(await answer.text()).toContain('SessionGet.');
    await discard(page);
    expect(await currentOf('Broken')).toBe(SERVICE);
  });

  it('keeps text and form in step, with comments and order', async () => {
    const { page } = await given.open('/services/Broken');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('region', { name: 'Form' }).getByLabel('Description').first().fill('Changed: by form');
    await editorOf(page).getByText("'Changed: by form' # kept").waitFor();
    await page.getByText('No problems').waitFor();
    expect(await currentOf('Broken')).toBe(SERVICE);
  });

  it('loses nothing when the session ends, and goes on after a sign-in', async () => {
    const { page } = await given.open('/services/Shared');
    await page.getByText('No problems').waitFor();
    await page.context().clearCookies();
    await selectText(page, 'for the shop');
    await page.keyboard.type('for nobody else');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await signIn(page, given.server.rootPassword);
    await page.getByText('Draft saved').waitFor();
    await editorOf(page).getByText('Sessions for nobody else').waitFor();
    await discard(page);
    await page.getByText('The draft was discarded').waitFor();
    expect(await currentOf('Shared')).toBe(SERVICE);
  });

  it('goes on with the session that was begun in another tab', async () => {
    const { page } = await given.open('/services/Shared');
    await page.getByText('No problems').waitFor();
    const { request } = page.context();
    const who = { UserLogin: 'root@localhost', Password: given.server.rootPassword };
    expect((await request.post(new URL('/admin/api/session', page.url()).href, { data: who })).status()).toBe(200);
    await selectText(page, 'for the shop');
    await page.keyboard.type('for all');
    await page.getByText('Draft saved').waitFor();
    await discard(page);
    await page.getByText('The draft was discarded').waitFor();
    expect(await currentOf('Shared')).toBe(SERVICE);
  });

  it('says what is not known while the server is away, keeps what is typed, and goes on when it is back', async () => {
    const { page } = await given.open('/');
    await page.getByRole('table').getByRole('link', { name: 'Shared', exact: true }).click();
    await page.getByText('No problems').waitFor();
    await page.context().setOffline(true);
    await selectText(page, 'for the shop');
    await page.keyboard.type('for later');
    await page.getByText('Draft kept in this browser until the server is back').waitFor();
    await page.getByText('Not known now').waitFor();
    await page.getByRole('link', { name: 'Services', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Services' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByText(/All is well|0 services/).count()).toBe(0);
    await page.goBack();
    await page.context().setOffline(false);
    await page.getByText('Draft saved').waitFor();
    await page.getByText('Served', { exact: true }).waitFor();
    await page.getByText('The server cannot be reached').waitFor({ state: 'detached' });
    await discard(page);
  });

  it('does not say that a draft is being saved once a proxy or the server has refused that', async () => {
    const { page } = await given.open('/services/Shared');
    await page.getByText('No problems').waitFor();
    const state = page.getByRole('status').filter({ hasText: 'Draft' });
    for (const [status, words] of [
      [502, 'Draft kept in this browser until the server is back'],
      [403, 'Draft not saved'],
      [200, 'Draft saved'],
    ] as const) {
      // Without a body in JSON it is of a proxy.
      const json = status === 403 ? { json: { detail: 'You may not do this.' } } : {};
      await page.unrouteAll();
      await page.route('**/services/Shared/draft', (route) =>
        status === 200 || route.request().method() !== 'PUT' ? route.continue() : route.fulfill({ status, ...json }),
      );
      await selectText(page, 'Sessions for');
      await page.keyboard.type('Sessions for ');
      await page.keyboard.press('Control+s');
      await untilHolds(async () => expect(await state.innerText()).toBe(words));
    }
    await discard(page);
  });

  it('hears again of what others do after an answer that was no stream', async () => {
    const { page } = await given.open('/');
    await page.route('**/admin/api/events', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    const refused = page.waitForResponse((response) => response.url().endsWith('/events') && response.status() === 502);
    await page.goto(`${given.server.url}/admin/services/Shared`);
    await refused;
    const opened = page.waitForResponse((response) => response.url().endsWith('/events') && response.ok());
    await page.unroute('**/admin/api/events');
    await opened;
    const other = await given.open('/services/Shared');
    await selectText(other.page, 'for the shop');
    await other.page.keyboard.type('for a browser');
    await page.getByText('You have changed this service in another tab or browser.').waitFor();
    await discard(other.page);
    expect(await storedDraft('Shared')).toBeUndefined();
  });

  it('goes on after a request that was cut off while the stream of events stayed', async () => {
    const { page } = await given.open('/');
    // The page may say only for a moment that the server cannot be reached: another answer shows that it can.
    const cut = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/services/Shared'));
    await page.route('**/services/Shared', (route) => route.abort(), { times: 1 });
    await page.getByRole('table').getByRole('link', { name: 'Shared', exact: true }).click();
    await cut;
    await untilHolds(async () => expect(await page.getByText('No problems').isVisible()).toBe(true));
  });

  it('says nothing of a version that the page shows already', async () => {
    const { page } = await given.open('/services/Shared');
    await page.getByText('As published').waitFor();
    const tell = (number: number) =>
      `event: publish\ndata: {"service":"Shared","isGone":false,"number":${number},"author":"anna"}\n\n`;
    const headers = { 'Content-Type': 'text/event-stream' };
    await page.route('**/admin/api/events', (route) => route.fulfill({ headers, body: tell(99) + tell(1) }));
    await page.reload();
    await page.getByText('anna has changed this service: version 99.').waitFor();
    expect(await page.getByText('version 1.').count()).toBe(0);
  });

  it('tells another tab of a draft, and whose it is, and saves neither over the other', async () => {
    const { page } = await given.open('/services/Shared');
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('As published').waitFor();
    await selectText(page, 'for the shop');
    await page.keyboard.type('for two tabs');
    await other.getByText('You have changed this service in another tab or browser.').waitFor();
    expect(await page.getByText('in another tab or browser').count()).toBe(0);
    await selectText(other, 'for the shop');
    await other.keyboard.type('for one tab');
    await other.getByText('You have saved another draft meanwhile').waitFor();
    expect(await storedDraft('Shared')).toContain('for two tabs');
    // What both have typed stays theirs, also after one of them is loaded anew.
    await selectText(page, 'for two tabs');
    await page.keyboard.type('for the first tab');
    await untilDraftHas('Shared', 'for the first tab');
    await page.getByText('Draft saved').waitFor();
    await other.reload();
    await editorOf(other).getByText('for one tab').waitFor();
    await other.getByText('You have saved another draft meanwhile').waitFor();
    expect(await storedDraft('Shared')).toContain('for the first tab');
    await discard(page);
  });

  it('says how long ago something was, also later', async () => {
    const { page } = await given.open('/services/Shared/history');
    const age = page.locator('.versions .age .faint').first();
    await age.waitFor();
    // The versions of a test are from January.
    await untilHolds(async () => expect(await age.textContent()).toContain('mo ago'));
    await page.clock.install();
    await page.reload();
    await age.waitFor();
    await untilTrue(async () => {
      await page.clock.fastForward(60 * 86_400_000);
      return (await age.textContent())?.includes('yr ago') === true;
    });
  });

  it('takes letters as shortcuts only where nothing has the focus that is used by keys', async () => {
    const { page } = await given.open('/services/Shared');
    await page.getByText('No problems').waitFor();
    await page.getByRole('button', { name: 'Form', exact: true }).focus();
    await page.keyboard.press('n');
    await page.locator('#main').focus();
    expect(new URL(page.url()).pathname).toBe('/admin/services/Shared');
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'New service' }).waitFor();
  });

  it('shows the addresses of a service, with its pages and a request to copy', async () => {
    const { page, complaints } = await given.open('/services/Based');
    await page.getByRole('button', { name: 'Addresses' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(`POST ${given.server.url}/Webservice/Based/Session/Get`).first().waitFor();
    await dialog.getByText(`POST ${given.server.url}/based/Session/Get`).first().waitFor();
    await dialog.getByText(`curl -X POST '${given.server.url}/Webservice/Based/Session/Get'`).waitFor();
    for (const name of ['Its pages', 'OpenAPI']) {
      const address = await dialog.getByRole('link', { name }).getAttribute('href');
      expect((await fetch(address ?? '')).status).toBe(200);
    }
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await untilFocused(page.getByRole('button', { name: 'Addresses' }));
    expect(complaints).toEqual([]);
  });

  it('saves a draft at once with Ctrl+S', async () => {
    const { page } = await given.open('/services/Broken');
    await editorOf(page).waitFor();
    // Nothing that the page would do later happens.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await editorOf(page).click();
    await page.keyboard.type('# with a key\n');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.keyboard.press('Control+s');
    expect((await saved).url()).toContain('/services/Broken/draft');
    await page.clock.resume();
    await discard(page);
  });

  it('says who signs in what they type, in their language and theme', async () => {
    const { page } = await given.openAsStranger('/');
    await page.getByLabel('Password').fill('choose-a-Passw0rd');
    await page.getByLabel('Show what I type').check();
    await untilHolds(async () => expect(await page.getByLabel('Password').getAttribute('type')).toBe('text'));
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Bei Ticketgate anmelden' }).waitFor();
    await page.getByRole('button', { name: /^Farbschema/ }).click();
    await untilHolds(async () => expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light'));
    expect(await barriers(page)).toEqual([]);
  });

  it('discards a draft after a question, takes it back, and goes on with a new one', async () => {
    const { page, complaints } = await given.open('/services/Shared');
    for (const word of ['first', 'second']) {
      await selectText(page, '100000');
      await page.keyboard.type(`100000 # ${word}`);
      await untilDraftHas('Shared', `# ${word}`);
      await page.getByText('Draft saved').waitFor();
      await page.getByRole('button', { name: 'Discard …' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await discard(page);
      expect(await storedDraft('Shared')).toBeUndefined();
    }
    await editorOf(page).click();
    await page.keyboard.press('Control+Z');
    await untilDraftHas('Shared', '# second');
    await discard(page);
    expect(complaints).toEqual([]);
  });

  it('merges what two administrators have changed', async () => {
    const [one, other] = [await given.open('/services/Shared'), await given.open('/services/Shared')];
    await selectText(one.page, 'Reads a session');
    await one.page.keyboard.type('Reads one session');
    await untilDraftHas('Shared', 'Reads one session');
    await other.page.getByText('You have changed this service in another tab or browser.').waitFor();
    await selectText(other.page, '100000');
    await other.page.keyboard.type('300000');
    await other.page.getByText('saved another draft meanwhile').waitFor();
    await other.page.getByRole('button', { name: 'Compare and merge' }).click();
    await other.page.getByRole('button', { name: 'Take theirs' }).first().click();
    await other.page.getByRole('button', { name: 'Use the merged text' }).click();
    await other.page.getByText('Draft saved').waitFor();
    await publish(other.page, 'both');
    await other.page.getByText(/^Version \d+ is published$/).waitFor();
    const merged = await currentOf('Shared');
    expect([merged.includes('Reads one session'), /[13]00000/.test(merged)]).toEqual([true, true]);
  });

  it("merges with what somebody else has published while one's own draft goes on being saved", async () => {
    const { page } = await given.open('/services/Shared');
    const begin = await currentOf('Shared');
    await selectText(page, 'kept');
    await page.keyboard.type('kept by me');
    await untilDraftHas('Shared', 'kept by me');
    const config = begin.replace(/Reads \w+ session/, 'Reads the session');
    await save('Shared', config);
    await publish(page, 'mine');
    await page.getByRole('button', { name: 'Use the merged text' }).waitFor();
    const revision = `select revision::integer from ticketgate.service_draft join gi_webservice_config on id = service_id where name = 'Shared'`;
    const revisionNow = async () =>
      (await given.server.database.query<{ revision: number }>(revision))[0]?.revision ?? 0;
    const before = await revisionNow();
    await untilTrue(async () => (await revisionNow()) > before);
    await page.getByRole('button', { name: 'Take theirs' }).last().click();
    await page.getByRole('button', { name: 'Use the merged text' }).click();
    await untilDraftHas('Shared', 'Reads the session');
    expect(await page.getByText('saved another draft meanwhile').count()).toBe(0);
    await discard(page);
  });

  it('imports an export of Znuny after its report, and asks about parts that are not served', async () => {
    const { page, complaints } = await given.open('/services/import');
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'Old.yml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
    await choose('this: [is no YAML');
    await page.getByText('This file cannot be read as a definition.').waitFor();
    await page.getByRole('button', { name: 'Another file' }).click();
    await choose(EXPORT);
    await page.getByText('kept but not served').waitFor();
    await page.getByRole('button', { name: 'Import and publish' }).click();
    await page.getByRole('dialog').getByText('Clients that call these get an error').waitFor();
    expect(await given.server.system.services.find('Old')).toBeUndefined();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Old was imported').waitFor();
    expect(await currentOf('Old')).toBe(EXPORT);
    // Once more, now as a draft of what is there.
    await page.goto(`${given.server.url}/admin/services/import`);
    await choose(EXPORT.replace('1000', '2000'));
    await page.getByRole('button', { name: 'Open as a draft' }).click();
    await editorOf(page).getByText("MaxLength: '2000'").waitFor();
    expect(await currentOf('Old')).toBe(EXPORT);
    expect(complaints).toEqual([]);
  });

  it('imports an example that is shipped as the draft of a new service', async () => {
    const { page, complaints } = await given.open('/services/import');
    await page.getByRole('button', { name: 'TicketConnector', exact: true }).click();
    await page.getByRole('button', { name: 'Open as a draft' }).click();
    await page.getByText('It is disabled').waitFor();
    await untilDraftHas('TicketConnector', 'Ticket::TicketCreate');
    expect(await currentOf('TicketConnector')).not.toContain('Ticket::TicketCreate');
    expect(complaints).toEqual([]);
  });

  it('signs in, edits and publishes by keyboard alone', async () => {
    const { page } = await given.openAsStranger('/');
    await page.getByLabel('Login').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('root@localhost');
    await page.keyboard.press('Tab');
    await page.keyboard.type(given.server.rootPassword);
    await page.keyboard.press('Enter');
    // The keys are heard once the page has shown what it loads first.
    await page.getByRole('link', { name: 'Typed', exact: true }).first().waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox', { name: 'What are you looking for?' }).waitFor();
    await page.keyboard.type('Typed');
    await page.getByRole('option', { name: /^Typed/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await editorOf(page).waitFor();
    await tabTo(editorOf(page));
    await page.keyboard.press('Control+End');
    await page.keyboard.type('# by keyboard');
    await page.keyboard.press('Control+Enter');
    await page.getByLabel('What changes, and why?').waitFor();
    await page.keyboard.type('a comment');
    await untilTrue(async () => page.getByRole('button', { name: 'Publish', exact: true }).isEnabled());
    await tabTo(page.getByRole('button', { name: 'Publish', exact: true }));
    await page.keyboard.press('Enter');
    await page.getByText(/^Version \d+ is published$/).waitFor();
    expect(await currentOf('Typed')).toContain('# by keyboard');
  });

  it('says that a colleague has saved a draft of the service that one looks at', async () => {
    const { page, complaints } = await given.open('/services/Gone/history');
    await untilTrue(async () => {
      await given.server.database.query(
        `insert into ticketgate.service_draft as draft (service_id, definition, base_version, author)
         select id, config, 1, 'anna' from gi_webservice_config where name = 'Gone'
         on conflict (service_id) do update set revision = draft.revision + 1, author = 'anna', changed_at = now()`,
      );
      return (await page.getByText('anna has saved a draft of this service.').count()) === 1;
    });
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('anna has saved').waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByText('You see the draft of anna.').waitFor();
    expect(complaints).toEqual([]);
    await page.goBack();
    await page.getByRole('heading', { name: /^Version \d/ }).waitFor();
  });

  it('shows in the history what was published in another browser, which is not told of itself', async () => {
    const { page, complaints } = await given.open('/services/Based/history');
    const newest = page.getByRole('list', { name: 'Versions' }).getByRole('listitem').first();
    await newest.getByText('Current').waitFor();
    const { page: other } = await given.open('/services/Based');
    await selectText(other, 'for the shop');
    await other.keyboard.type('for the history');
    await publish(other, 'from another browser');
    await other.getByText(/^Version \d+ is published$/).waitFor();
    await page.getByText('You have changed this service in another tab or browser.').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await newest.getByText('from another browser').waitFor();
    await newest.getByText('Current').waitFor();
    expect(await other.getByText('in another tab or browser').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('clones a service and renames the copy, from the header', async () => {
    const { page, complaints } = await given.open('/services/Shared');
    const ask = async (deed: string) => {
      await page.getByRole('button', { name: 'Actions', exact: true }).click();
      await page.getByRole('menuitem', { name: deed }).click();
      return page.getByRole('dialog').getByRole('button', { name: deed });
    };
    await (await ask('Clone')).click();
    await page.getByRole('heading', { name: 'Shared-2' }).waitFor();
    const button = await ask('Rename');
    await untilHolds(async () => expect(await button.isEnabled()).toBe(false));
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Copied');
    await button.click();
    await page.getByRole('heading', { name: 'Copied' }).waitFor();
    expect([await currentOf('Copied'), await currentOf('Shared-2')]).toEqual([await currentOf('Shared'), '']);
    expect(complaints).toEqual([]);
  });

  it('deletes a service only once its name is typed', async () => {
    const { page } = await given.open('/services/Gone/log');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const button = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    await untilHolds(async () => expect(await button.isEnabled()).toBe(false));
    await page.getByLabel('Type Gone to go on').fill('Gone');
    await button.click();
    await untilTrue(async () => (await given.server.system.services.find('Gone')) === undefined);
    await page.getByRole('heading', { name: 'Services' }).waitFor();
    await page.getByRole('table').getByRole('link', { name: 'Shop', exact: true }).waitFor();
    await untilTrue(async () => (await page.getByRole('table').getByRole('link', { name: 'Gone' }).count()) === 0);
  });

  it('reads out and keeps what the server warns of when a service is published and deleted', async () => {
    await save('Off', SERVICE, { validID: 2 });
    const { page, complaints } = await given.open('/services/Off');
    const said = page.getByRole('status').filter({ hasText: 'Warning' });
    await selectText(page, 'for the shop');
    await page.keyboard.type('for nobody');
    await publish(page, 'still off');
    await said.getByText('The web service "Off" is disabled. "ticketgate service enable Off" serves it.').waitFor();
    expect(await barriers(page)).toEqual([]);
    await said.getByRole('button', { name: 'Dismiss' }).last().click();
    const german = await given.open('/services/Off', { locale: 'de-DE' });
    await german.page.getByRole('button', { name: 'Aktionen' }).click();
    await german.page.getByRole('menuitem', { name: 'Umbenennen' }).click();
    await german.page.getByLabel('Name').fill('Aus');
    await german.page.getByRole('dialog').getByRole('button', { name: 'Umbenennen' }).click();
    await german.page.getByText('Der Webservice „Aus“ ist abgeschaltet.', { exact: false }).waitFor();
    await page.route('**/admin/api/services/Aus?base=*', (route) => route.fulfill({ json: { warnings: ['Late.'] } }));
    await page.goto(`${given.server.url}/admin/services/Aus`);
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByLabel('Type Aus to go on').fill('Aus');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Services' }).waitFor();
    await said.getByText('Late.').waitFor();
    expect(complaints).toEqual([]);
  });

  it('speaks German', async () => {
    const { page } = await given.open('/', { locale: 'de-DE' });
    await page.getByRole('link', { name: 'Neuer Webservice' }).waitFor();
    await untilHolds(async () => expect(await page.locator('html').getAttribute('lang')).toBe('de'));
    await page.goto(`${given.server.url}/admin/services/Nowhere`);
    await page.getByText('Es gibt keinen Webservice „Nowhere“.').waitFor();
    const note = { origin: 'admin', action: 'rolled back to version 1', comment: '' } as const;
    await save('Typed', `${SERVICE}# again\n`, { note });
    await page.goto(`${given.server.url}/admin/services/Typed/history`);
    await page.getByText(/· Auf Version \d+ zurückgesetzt$/).waitFor();
  });
});
