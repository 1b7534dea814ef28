import { describePages } from '../browser/chromium.js';
import { barriers } from '../browser/watched-page.js';
import { startConsole, type ConsoleCase } from './console-case.js';

describePages('the catalogue in the console', () => {
  let given: ConsoleCase;

  beforeAll(async () => {
    given = await startConsole();
  });

  afterEach(async () => {
    await given.closePages();
  });

  afterAll(async () => {
    await given.stop();
  });

  it('adds a dynamic field by the form of its type', async () => {
    const { page, complaints } = await given.open('/catalogue/DynamicFields?new=1');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name *').fill('Building');
    await dialog.getByLabel('Type of field *').selectOption('Dropdown');
    await dialog.getByLabel('Name of a new entry of Possible values').fill('A');
    await dialog.getByRole('button', { name: 'Add', exact: true }).first().click();
    await dialog.getByLabel('A', { exact: true }).fill('Main building');
    await dialog.getByRole('button', { name: 'Add', exact: true }).last().click();
    await page.getByRole('heading', { name: 'Building' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    const [field] = await given.server.database.query<{ config: string }>(
      `select config from dynamic_field where name = 'Building'`,
    );
    expect(field?.config).toContain('A: Main building');
  });
});
