import { parseDefinition } from '@ticketgate/definition';
import type { Page } from 'playwright-core';

import { untilHolds, untilTrue } from '../support/index.js';

import { barriers } from '../browser/watched-page.js';
import { describeConsole, SERVICE, serviceOf } from './console-case.js';
import { countPresses, tabTo } from './hands.js';

const MAPPED = SERVICE.replace(
  'Type: Session::SessionGet\n',
  `Type: Session::SessionGet
      MappingInbound:
        Type: Simple
        Config:
          KeyMapExact: { Sitzung: SessionID }
          KeyMapRegEx: { 'Alt_.*': Old }
          KeyMapDefault: { MapType: Ignore }
          ValueMapDefault: { MapType: Keep }
`,
);

describeConsole('the mapping workbench in the console', { webServices: { Mapped: MAPPED } }, (given) => {
  it('maps as somebody types, and shows which rule did what', async () => {
    const { page, complaints } = await given.open('/services/Mapped/mapping');
    await page.getByRole('textbox', { name: 'Sample' }).fill('{ "Sitzung": "1", "Alt_1": 2, "Rest": 3 }');
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('"SessionID": "1"').waitFor();
    await untilHolds(async () => expect(await result.textContent()).not.toContain('Rest'));
    await untilHolds(async () =>
      expect(await page.getByRole('status').allTextContents()).toContain('2 changed1 dropped'),
    );
    await page.getByRole('row', { name: /^Sitzung/ }).hover();
    await untilTrue(async () => (await page.locator('.marked').count()) === 2);
    await untilHolds(async () =>
      expect(await page.locator('.rules .marked input').first().inputValue()).toBe('Sitzung'),
    );
    await page.getByRole('button', { name: 'KeyMapRegEx › Alt_.*' }).focus();
    await untilTrue(async () => (await page.locator('.marked').allTextContents()).join('').includes('"Old": 2'));
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('goes back to what was chosen before', async () => {
    const { page } = await given.open('/services/Mapped/mapping');
    const side = page.getByLabel('Side');
    await side.selectOption('outbound');
    await page.getByRole('combobox', { name: 'Sample' }).selectOption('example');
    await page.goBack();
    await page.goBack();
    await untilTrue(async () => (await side.inputValue()) === 'inbound');
    await page.waitForURL(({ search }) => search === '');
  });

  it.each(['light', 'dark'] as const)('shows links within sentences not only by colour, in %s', async (colorScheme) => {
    await fetch(`${given.server.url}/Webservice/Mapped/Session/Get`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ SessionID: 'unknown' }),
    });
    const { page } = await given.open('/services/Mapped/mapping', { colorScheme });
    await untilTrue(async () => {
      await page.reload();
      await page.locator('#bench-source').waitFor();
      return (await page.locator('#bench-source a').count()) === 1;
    });
    expect(await barriers(page)).toEqual([]);
  });
});

const SEARCH = serviceOf('Ticket::TicketSearch', '/Search');
/** The shortest way to write the mapping that the stories make. */
const WRITTEN =
  "MappingInbound: {Type: Simple, Config: {KeyMapExact: {Betreff: Title, Zustand: States}, KeyMapDefault: {MapType: Keep, MapTo: ''}, " +
  "ValueMap: {States: {ValueMapExact: {offen: open}}}, ValueMapDefault: {MapType: Keep, MapTo: ''}}}";
const LINES = `
      MappingInbound:
        Type: Simple
        Config:
          KeyMapExact:
            Betreff: Title
            Zustand: States
          KeyMapDefault:
            MapType: Keep
            MapTo: ''
          ValueMapDefault:
            MapType: Keep
            MapTo: ''
          ValueMap:
            States:
              ValueMapExact:
                offen: open
`;

const webServices = { ByMouse: SEARCH, ByKeys: SEARCH, Written: SEARCH };

describeConsole('a mapping of two keys and a value', { webServices }, (given) => {
  /** Starts where a definition is, with the clicks and keys from then on counted. */
  async function begin(name: string) {
    await fetch(`${given.server.url}/Webservice/${name}/Search`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Betreff: 'Drucker', Zustand: 'offen' }),
    });
    const { page } = await given.open(`/services/${name}`);
    await untilTrue(async () => {
      const sample = `fetch('/admin/api/mapping/sample?service=${name}&operation=TicketSearch&side=inbound').then((it) => it.text())`;
      return (await page.evaluate<string>(sample)).includes('offen');
    });
    return { page, presses: await countPresses(page) };
  }

  async function savedDraft(page: Page, name: string): Promise<string> {
    await page.getByText('Draft saved').waitFor();
    return page.evaluate<string>(
      `fetch('/admin/api/services/${name}/draft').then(async (it) => (await it.json()).definition)`,
    );
  }

  const mapped = SEARCH.replace(/(?<=Type: Ticket.*)\n/, LINES);

  it('takes less than half of the clicks and keys of writing it', async () => {
    const { page, presses } = await begin('ByMouse');
    await page.locator('a[href="/admin/services/ByMouse/mapping"]').click();
    await page.getByLabel('New name of Betreff').click();
    await page.keyboard.type('Title');
    await page.getByLabel('New name of Zustand').click();
    await page.keyboard.type('States');
    await page.getByLabel('New value of offen').click();
    await page.keyboard.type('open');
    await page.getByRole('region', { name: 'Result' }).getByText('"States": "open"').waitFor();
    expect(await savedDraft(page, 'ByMouse')).toBe(mapped);
    expect(await presses()).toBe(19);
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('As published').waitFor();
    const { definition } = await page.evaluate<{ readonly definition: string }>(
      `fetch('/admin/api/services/ByMouse').then((it) => it.json())`,
    );
    expect(definition).toBe(mapped);
    const renamed = page.getByLabel('New name of Betreff');
    await untilHolds(async () => expect(await renamed.inputValue()).toBe('Title'));
    await renamed.fill('Subject');
    await page.getByText('Draft saved').waitFor();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 3 is published').waitFor();
    await page.getByRole('textbox', { name: 'Sample' }).fill('{ "Betreff": "x", "Zustand": "offen", "Rest": 1 }');
    await page.getByRole('button', { name: 'Drop Rest' }).click();
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('"Subject": "x"').waitFor();
    await untilTrue(async () => (await result.textContent())?.includes('Rest') === false);
    await page.getByRole('button', { name: 'Add a rule' }).last().click();
    await untilHolds(async () => expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Key'));
    await untilHolds(async () => expect(await page.locator(':focus').inputValue()).toBe(''));
    await page.getByRole('button', { name: 'Publish …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 4 is published').waitFor();
    await untilHolds(async () =>
      expect(await page.getByRole('textbox', { name: 'Sample' }).inputValue()).toContain('Rest'),
    );
  });

  it('takes less than half by keys alone, too', async () => {
    const { page, presses } = await begin('ByKeys');
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.getByLabel('New name of Betreff').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Title');
    await page.keyboard.press('Enter');
    await page.getByLabel('New name of Zustand').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('States');
    await tabTo(page.getByLabel('New value of offen', { exact: true }));
    await page.keyboard.type('open');
    expect(await savedDraft(page, 'ByKeys')).toBe(mapped);
    expect(await presses()).toBeLessThanOrEqual(30);
  });

  it('takes most in the editor', async () => {
    const { page, presses } = await begin('Written');
    await page
      .getByRole('textbox', { name: /^Definition of/ })
      .getByText('Ticket::TicketSearch')
      .click();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type(WRITTEN);
    const mappingOf = (text: string) =>
      parseDefinition(text, { file: 'Shop.yml' }).webService?.operations.get('TicketSearch')?.inbound;
    expect(mappingOf(await savedDraft(page, 'Written'))).toEqual(mappingOf(mapped));
    expect(await presses()).toBe(231);
  });
});

const MESSY = SERVICE.replace(
  'Type: Session::SessionGet\n',
  `Type: Session::SessionGet
      MappingInbound: # from the shop
        Type: Simple
        Config:
          KeyMapExact: { 'Sitzung': SessionID } # theirs
          KeyMapRegEx:
            A.*: All
            AB.*: Both # the special ones
          KeyMapDefault: { MapType: Keep }
          ValueMapDefault: { MapType: Keep }
          ValueMap: { State: { ValueMapExact: { 1: new } } }
`,
);

describeConsole('the rules of a mapping as tables', { webServices: { Shop: MESSY, Other: SERVICE } }, (given) => {
  async function openSample(sample: string, options: Parameters<typeof given.open>[1] = {}) {
    const watched = await given.open('/services/Shop/mapping', options);
    await watched.page.getByRole('textbox', { name: 'Sample' }).fill(sample);
    return { ...watched, result: watched.page.getByRole('region', { name: 'Result' }) };
  }

  it('says at once that a regular expression does not compile, and tries patterns in the order of the table', async () => {
    const { page, result } = await openSample('{ "AB1": "x", "State": 1 }');
    await result.getByText('"All": "x"').waitFor();
    const rules = page.getByRole('list', { name: 'Rules for keys' });
    await rules.getByLabel('Key').nth(2).fill('AB(');
    await rules.getByText('does not compile: Unterminated group').waitFor();
    await rules.getByLabel('Key').nth(2).fill('AB.+');
    await page.keyboard.press('Alt+ArrowUp');
    await result.getByText('"Both": "x"').waitFor();
    await page.keyboard.type('?');
    await untilHolds(async () => expect(await rules.getByLabel('Key').nth(1).inputValue()).toBe('AB.+?'));
    await rules.getByRole('button', { name: 'Try AB.+? later' }).press('Enter');
    await result.getByText('"All": "x"').waitFor();
    await page.getByLabel('All other keys').selectOption('are dropped');
    await page.getByRole('button', { name: 'Keep State' }).press('Enter');
    await page.getByLabel('New value of 1').fill('open');
    await result.getByText('"State": "open"').waitFor();
    await page.getByText('Draft saved').waitFor();
    await page.goto(`${given.server.url}/admin/services/Shop`);
    await page.locator('a[href="/admin/services/Shop/mapping"]').click();
    await untilHolds(async () => expect(await page.getByLabel('Version').inputValue()).toBe('1'));
    await page.getByLabel('Version').selectOption('The current version');
    await page.getByRole('region', { name: 'Rules' }).getByText("'Sitzung': SessionID").waitFor();
    const draft = await page.evaluate<string>(
      `fetch('/admin/api/services/Shop/draft').then(async (it) => (await it.json()).definition)`,
    );
    expect(draft).toBe(
      MESSY.replace('AB.*: Both', 'AB.+?: Both')
        .replace("{ 'Sitzung': SessionID }", "{ 'Sitzung': SessionID, State: State }")
        .replace('KeyMapDefault: { MapType: Keep }', "KeyMapDefault: { MapType: Ignore, MapTo: '' }")
        .replace('1: new', '1: open'),
    );
  });

  it.each([
    ['light', 390],
    ['dark', 1280],
  ] as const)('have no barrier in %s at %i pixels', async (colorScheme, width) => {
    const { page, complaints } = await openSample('{ "Titel": "x", "State": "1" }', {
      colorScheme,
      viewport: { width, height: 900 },
    });
    await page.getByLabel('New name of Titel').fill('Title');
    await page.getByRole('button', { name: 'Add a rule' }).first().click();
    await page.keyboard.type('[');
    await page.getByRole('button', { name: 'Regular expression' }).last().waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await untilHolds(async () =>
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true),
    );
    await page.getByRole('button', { name: 'Undo all …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo all' }).waitFor();
    await page.keyboard.press('Escape');
    await untilHolds(async () => expect(await page.getByLabel('New name of Titel').inputValue()).toBe('Title'));
    await page.getByRole('button', { name: 'Undo all …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo all' }).click();
    await page.getByText('Draft saved').waitFor();
  });

  it('shows where a stylesheet is wrong, and which types it loses', async () => {
    const { page } = await given.open('/services/Other/mapping?sample=example');
    await page.getByRole('textbox', { name: 'Sample' }).fill('{ "TicketID": 42 }');
    await page.getByRole('button', { name: 'Write a stylesheet instead' }).click();
    await page.getByText('"TicketID" is the text "42" now; it was a number.').waitFor();
    await page.getByRole('textbox', { name: 'Stylesheet' }).getByText('xsl:copy').last().click();
    await page.keyboard.type('x');
    await page.locator('.cm-lintRange-error').waitFor();
    await untilHolds(async () => expect(await page.getByRole('alert').textContent()).toMatch(/^Line 3, column \d+: /));
  });
});
