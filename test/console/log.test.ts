import { untilHolds, untilTrue } from '../support/index.js';

import type { Page } from 'playwright-core';

import { barriersAt, SCREENS } from './barriers.js';
import { apiOf, describeConsole, HOSTILE, SERVICE, serviceOf } from './console-case.js';
import { Hands } from './hands.js';

const FIND = serviceOf('Ticket::TicketSearch', '/Tickets');
const GET = serviceOf('Ticket::TicketGet', '/Ticket');
/** For clients that call an id a number. */
const NUMBERS = `MappingInbound:
        Type: Simple
        Config:
          KeyMapExact: { Number: TicketID }
          KeyMapDefault: { MapType: Keep }
          ValueMapDefault: { MapType: Keep }`;

const ERRORS = GET.replace('DebugThreshold: debug', 'DebugThreshold: error');
/** Of what fails, all is recorded. */
const WHOLE = ERRORS.replace('Provider:', 'Gateway: { Debugger: { Failures: true } }\nProvider:');
const WEB_SERVICES = { Shop: SERVICE, Find: FIND, Get: GET, Whole: WHOLE, Errors: ERRORS };

const OPTIONS = { webServices: WEB_SERVICES, configuration: { admin: { sendAgain: ['root@localhost'] } } };

describeConsole('the debug log in the console', OPTIONS, (given) => {
  beforeAll(async () => {
    await send('needle in a haystack');
    await send(HOSTILE);
  });

  async function send(Title: string): Promise<void> {
    await sendTo('Find/Tickets', { Title });
  }

  async function sendTo(path: string, data: Readonly<Record<string, unknown>>): Promise<void> {
    const before = await recorded();
    await fetch(`${given.server.url}/Webservice/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ UserLogin: 'root@localhost', Password: given.server.rootPassword, ...data }),
    });
    await untilTrue(async () => (await recorded()) > before);
  }

  async function saveDraft(page: Page, definition: string): Promise<void> {
    const { read, change } = apiOf(page);
    const { details } = await read<{ details: { version: { id: number } } }>('/services/Get');
    const draft = await read<{ revision: number } | null>('/services/Get/draft');
    const base = details.version.id;
    await change('PUT', '/services/Get/draft', { definition, base, revision: draft?.revision ?? null });
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
    await page.waitForURL(({ search }) => search === '?text=needle');
    await page.locator('.row-link').first().click();
    await page.getByText(/^Answered with 200 .*caller root@localhost; version 1/).waitFor();
    await page.getByText('What was recorded, step by step').click();
    await page.getByText('needle in a haystack').first().waitFor();
    await page.getByRole('list', { name: 'Stages in the order of time' }).waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByText('The answer is the same.').waitFor();
    expect(complaints).toEqual([]);
  });

  it("finds yesterday's failed request by text, and replays it against a draft", async () => {
    await sendTo('Get/Ticket', { Number: 1, Reference: 'order 4711' });
    await given.server.database.query(
      `update ticketgate.debug_entry set created_at = created_at - interval '30 hours'
       where id = (select max(id) from ticketgate.debug_entry)`,
    );
    const { page } = await given.open('/log');
    await saveDraft(page, GET.replace('Type: Ticket::TicketGet', `Type: Ticket::TicketGet\n      ${NUMBERS}`));
    await page.getByLabel('Period', { exact: true }).selectOption('Last 7 days');
    await page.getByLabel('Text of a request or answer').fill('order 4711');
    await page.getByRole('button', { name: 'Search' }).click();
    await untilTrue(async () => (await page.locator('.table tbody tr').count()) === 1);
    await untilHolds(async () => expect(await page.locator('td .badge').getAttribute('class')).toBe('badge warn'));
    await page.locator('.row-link').first().click();
    await page.getByText(/^Failed with \d+: TicketGet: .*TicketID.*caller root@localhost/).waitFor();
    await page.getByRole('button', { name: 'Replay' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Against').selectOption('draft');
    await dialog.getByRole('button', { name: 'Replay' }).click();
    await dialog.getByText('The answer differs:').waitFor();
    await untilHolds(async () =>
      expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
        'the error code: TicketGet.MissingParameter → none',
      ]),
    );
  });

  it('asks before it sends a request again for real, and leads to the new one', async () => {
    await send('sent twice');
    const { page, complaints } = await given.open('/log?text=sent twice');
    await page.locator('.row-link').first().click();
    await page.getByRole('button', { name: 'Send again …' }).click();
    const before = page.url();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/^POST \/Webservice\/Find\/Tickets goes to the current version, as root@localhost\./)
      .waitFor();
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sent again, and answered with 200').waitFor();
    await page.waitForURL((url) => url.href !== before);
    await page.getByText(/^Answered with 200 .*caller root@localhost/).waitFor();
    expect(complaints).toEqual([]);
  });

  it('plays the recorded requests of a service against its draft before that is published', async () => {
    await sendTo('Get/Ticket', { TicketID: 1 });
    const { page, complaints } = await given.open('/services/Get');
    await saveDraft(page, GET.replace('Type: Ticket::TicketGet', `Type: Ticket::TicketGet\n      ${NUMBERS}`));
    await page.reload();
    await page.getByRole('button', { name: 'Publish …' }).click();
    const check = page.getByRole('region', { name: 'Recorded requests' });
    await check.getByRole('button', { name: 'Play them' }).click();
    await check.getByText(/^\d+ of \d+ answer alike\.$/).waitFor();
    await check.getByText('the error code: TicketGet.MissingParameter → none').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('is where the failures of a service lead to, on a telephone too', async () => {
    await sendTo('Get/Ticket', { Number: 2 });
    // Counts are written once in a while.
    await given.server.database.query(
      `insert into ticketgate.request_count (begin, is_hour, service_id, operation, method, route, requests, failed, errors,
         durations, milliseconds, bytes_received, bytes_sent)
       select date_trunc('minute', now()) - interval '15 minutes', false, id, 'TicketGet', 'POST', '/Ticket', 1, 1, '{}', '{"25": 1}',
         5, 0, 0
       from gi_webservice_config where name = 'Get'`,
    );
    const { page } = await given.open('/', { viewport: { width: 390, height: 844 } });
    const failures = page.getByRole('row', { name: 'Get' }).getByRole('link', { name: /\(\d+\s%\)$/ });
    await untilHolds(async () =>
      expect(await failures.getAttribute('href')).toBe('/admin/services/Get/log?failed=true'),
    );
    await failures.click();
    await page.locator('.table tbody tr').first().waitFor();
  });

  it('leads from Home to why a request failed yesterday, to its body and to others, in four clicks', async () => {
    const before = await recorded();
    const notes = ['one', 'two', 'the toner of anna'];
    for (const Note of notes) await sendTo('Whole/Ticket', { TicketID: 99_999_999, Note });
    await untilTrue(async () => (await recorded()) >= before + notes.length);
    await given.server.database.query(
      `update ticketgate.debug_entry entry set created_at = created_at - interval '1 day',
         caller = case when entry.id = (select min(id) from ticketgate.debug_entry where service_id = service.id) then 'anna' else caller end
       from gi_webservice_config service where service.id = service_id and service.name = 'Whole'`,
    );
    const { page } = await given.open('/');
    const hands = new Hands(page);
    await hands.press(page.getByRole('link', { name: 'Debug log' }));
    await hands.press(page.getByRole('button', { name: 'Only failed' }));
    await page.getByLabel('Period', { exact: true }).selectOption('Yesterday');
    // Others of yesterday may stand beside them.
    const rows = page.getByRole('region', { name: 'Failures' }).locator('tbody tr');
    const kinds = rows.filter({ hasText: 'User does not have access to the ticket!' });
    await untilTrue(async () => (await kinds.count()) === 2);
    await hands.press(page.locator('.row-link').first());
    const note = page.getByRole('alert');
    await note.getByText(/^Failed with 200: .*; caller root@localhost/).waitFor();
    await note.getByText('Give the caller the permission').waitFor();
    const often = page.getByRole('region', { name: 'How often' });
    await untilHolds(async () =>
      expect(await often.getByText(/^\d × /).allTextContents()).toEqual(['2 × root@localhost', '1 × anna']),
    );
    await page.getByRole('region', { name: 'What came' }).getByText('"Note": "the toner of anna"').waitFor();
    // Choosing a period is one click more.
    expect(hands.count + 1).toBeLessThanOrEqual(4);
    await often.getByRole('link', { name: 'All of this kind' }).click();
    await untilTrue(async () => (await page.locator('.table tbody tr').count()) === 3);
  });

  it('tells kinds of failures with the same reason apart on a telephone', async () => {
    await sendTo('Whole/Ticket', { TicketID: 99_999_998 });
    const { page, complaints } = await given.open('/services/Whole/log?failed=true', {
      viewport: { width: 390, height: 844 },
    });
    const kind = page.getByRole('region', { name: 'Failures' }).locator('tbody tr').first();
    for (const words of ['TicketGet', 'root@localhost']) {
      await kind.getByText(words, { exact: true }).waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it('names the stages of a request in German', async () => {
    await send('named');
    const { page } = await given.open('/log?text=named', { locale: 'de-DE' });
    await page.locator('.row-link').first().click();
    const stages = page.getByRole('list', { name: 'Schritte in zeitlicher Reihenfolge' });
    await stages.getByText('Operation „TicketSearch“ gefunden').waitFor();
    await untilHolds(async () => expect(await stages.innerText()).not.toMatch(/\b(?:data|remote|system)\b/));
  });

  it('says why a body that was cut off failed, and offers to record failures whole where its body is missing', async () => {
    const before = await recorded();
    await fetch(`${given.server.url}/Webservice/Errors/Ticket`, { method: 'POST', body: '{"TicketID": 1, "Not' });
    await untilTrue(async () => (await recorded()) > before);
    const { page } = await given.open('/services/Errors/log?failed=true');
    await page.locator('.row-link').first().click();
    await page.getByText(/^Failed with \d+: The body is not JSON: .*; nobody signed in/).waitFor();
    await page.getByText('The body did not arrive whole').waitFor();
    await page.getByRole('link', { name: 'Have failures of Errors recorded whole' }).click();
    await page.getByLabel('Record failures whole').waitFor();
  });

  it('says what to do about a body that is nothing the service reads, whatever status that has', async () => {
    const before = await recorded();
    await fetch(`${given.server.url}/Webservice/Whole/Ticket`, { method: 'POST', body: '{}' });
    await untilTrue(async () => (await recorded()) > before);
    const { page } = await given.open('/services/Whole/log?failed=true&errorCode=Gateway.WrongStructure&rows=1');
    await page.locator('.row-link').first().click();
    await page.getByText(/^Failed with 500: The body is an empty object/).waitFor();
    await page.getByText('is not what the service reads').waitFor();
  });

  it('narrows the period to a bar of the histogram, by keyboard too, and back', async () => {
    const { page } = await given.open('/log');
    const bars = page.getByRole('toolbar', { name: 'Narrow the period' }).getByRole('link');
    await bars.last().press('Enter');
    await page.getByRole('link', { name: 'Clear the period' }).waitFor();
    await page.waitForURL(({ searchParams }) => searchParams.has('from'));
    const { searchParams } = new URL(page.url());
    const length = Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '');
    expect(length / 60_000).toBeCloseTo(24, 0);
    await page.locator('.table tbody tr').first().waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Clear the period' }).waitFor({ state: 'detached' });
    await page.waitForURL(({ search }) => search === '');
  });

  it('leads back through filters, which keep the focus', async () => {
    const { page } = await given.open('/log');
    await page.getByRole('button', { name: 'Filters' }).click();
    const method = page.getByLabel('Method');
    await method.fill('DELETE');
    await method.press('Enter');
    await page.getByText('No matching requests').waitFor();
    await untilHolds(async () => expect(await method.and(page.locator(':focus')).count()).toBe(1));
    await page.goBack();
    await page.locator('.table tbody tr').first().waitFor();
    await untilHolds(async () => expect(await method.inputValue()).toBe(''));
  });

  it('prints all of a request, and nothing beside it', async () => {
    await send(' long'.repeat(1000));
    const { page } = await given.open('/log?text=long');
    await page.locator('.row-link').first().click();
    await page.getByText('What was recorded, step by step').click();
    await page.getByText('"Title": " long').first().waitFor();
    await page.emulateMedia({ media: 'print' });
    await untilHolds(async () =>
      expect(await page.getByRole('complementary', { name: 'Navigation' }).isVisible()).toBe(false),
    );
    const isAnyCut = `[...document.querySelectorAll('.code')].some((each) => each.scrollHeight > each.clientHeight)`;
    await untilHolds(async () => expect(await page.evaluate(isAnyCut)).toBe(false));
  });

  it('shows requests as they come', async () => {
    const { page } = await given.open('/log?live=1');
    await page.getByText('Waiting for requests').waitFor();
    await send('another one');
    await page.locator('.table tbody tr').first().waitFor();
    await untilHolds(async () =>
      expect(await page.getByRole('button', { name: 'Live' }).getAttribute('aria-pressed')).toBe('true'),
    );
    await page.getByRole('button', { name: 'Only failed' }).click();
    await page.getByText('Waiting for requests').waitFor();
    await send('one that works');
    await sendTo('Get/Ticket', { TicketID: 99_999_999 });
    // They come in the order of time.
    await page.locator('.table tbody tr', { hasText: '/Get/Ticket' }).first().waitFor();
    expect(await page.locator('.table tbody tr', { hasText: '/Find/Tickets' }).count()).toBe(0);
  });

  it('shows what strangers have sent as text', async () => {
    const { page } = await given.open('/log?text=hacked');
    await page.locator('.row-link').first().click();
    await page.getByText('What was recorded, step by step').click();
    await page.getByText('window.hacked=1').first().waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it.each(SCREENS)('has no barrier at %s', async (path) => {
    expect(await barriersAt(given, path)).toEqual([]);
  });
});
