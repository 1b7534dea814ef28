import { untilTrue } from '../support/index.js';

import { barriers } from '../browser/watched-page.js';
import { describeConsole, SERVICE } from './console-case.js';

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
    const { page, complaints } = await given.open('/mapping');
    await page.getByRole('textbox', { name: 'Sample' }).fill('{ "Sitzung": "1", "Alt_1": 2, "Rest": 3 }');
    const result = page.getByRole('region', { name: 'Result' });
    await result.getByText('"SessionID": "1"').waitFor();
    expect(await result.textContent()).not.toContain('Rest');
    expect(await page.getByRole('status').allTextContents()).toContain('2 changed1 dropped');
    await page.getByRole('row', { name: /^Sitzung/ }).hover();
    await untilTrue(async () => (await page.locator('.marked').count()) === 3);
    expect(await page.locator('.marked').first().textContent()).toContain('Sitzung: SessionID');
    await page.getByRole('button', { name: 'KeyMapRegEx › Alt_.*' }).focus();
    await untilTrue(async () => (await page.locator('.marked').allTextContents()).join('').includes('"Old": 2'));
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('goes back to what was chosen before', async () => {
    const { page } = await given.open('/mapping');
    const side = page.getByLabel('Side');
    await side.selectOption('outbound');
    await page.getByRole('combobox', { name: 'Sample' }).selectOption('example');
    await page.goBack();
    await page.goBack();
    await untilTrue(async () => (await side.inputValue()) === 'inbound');
    expect(new URL(page.url()).search).toBe('');
  });

  it.each(['light', 'dark'] as const)('shows links within sentences not only by colour, in %s', async (colorScheme) => {
    await fetch(`${given.server.url}/Webservice/Mapped/Session/Get`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ SessionID: 'unknown' }),
    });
    const { page } = await given.open('/mapping', { colorScheme });
    await untilTrue(async () => {
      await page.reload();
      await page.locator('#bench-source').waitFor();
      return (await page.locator('#bench-source a').count()) === 1;
    });
    expect(await barriers(page)).toEqual([]);
  });
});
