import { startOwnServer, untilHolds, untilTrue } from '../support/index.js';

import { describeConsole, HOSTILE } from '../console/console-case.js';

const FILE = `Groups:
  - { Name: second-level, Comment: For difficult cases }
Queues:
  - { Name: Difficult, Group: second-level }
`;

describeConsole('all that the console does with the catalogue', { start: startOwnServer }, (given) => {
  async function choose(path: string, text: string) {
    const { page } = await given.open(path);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'catalogue.yml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
    return page;
  }

  it('shows what a file would change, and applies it', async () => {
    const page = await choose('/catalogue-file', FILE);
    await page.getByText('group "second-level" added').waitFor();
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByText('2 changes were made').waitFor();
    const again = await choose('/catalogue-file', FILE);
    await untilTrue(async () => again.getByText('already has everything in this file').isVisible());
  });

  it('says at which line a file is wrong, and applies nothing of it', async () => {
    const page = await choose('/catalogue-file', FILE.replace('Comment', 'Coment'));
    await page.getByRole('list', { name: 'Problems' }).getByText('Coment').waitFor();
    expect(await page.getByRole('button', { name: 'Apply', exact: true }).count()).toBe(0);
  });

  it('suggests the entries that a member may name, and shows who names an entry', async () => {
    const { page } = await given.open('/catalogue/Queues/Difficult');
    await page.getByLabel('Group', { exact: true }).fill('sta');
    await page.locator('datalist option[value=stats]').waitFor({ state: 'attached' });
    await page.getByLabel('Group', { exact: true }).fill('stats');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Difficult was saved').waitFor();
    await page.goto(`${given.server.url}/admin/access/groups/stats`);
    await untilTrue(async () => page.getByRole('link', { name: 'Difficult' }).isVisible());
  });

  it('says why an entry cannot be saved, and keeps what was filled in', async () => {
    const { page } = await given.open('/catalogue/Queues/Difficult');
    await page.getByLabel('Group', { exact: true }).fill('nobody');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('has the group "nobody", which does not exist').waitFor();
    await untilHolds(async () => expect(await page.getByLabel('Group', { exact: true }).inputValue()).toBe('nobody'));
    await page.getByRole('button', { name: 'Discard' }).click();
    await untilHolds(async () => expect(await page.getByLabel('Group', { exact: true }).inputValue()).toBe('stats'));
  });

  it('warns of what is still used when an entry is disabled', async () => {
    const { page } = await given.open('/catalogue/Queues/Raw');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Not valid').waitFor();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Enable' }).click();
    await untilTrue(async () => page.getByText('Valid', { exact: true }).isVisible());
  });

  it('shows what is written in an entry as text', async () => {
    await given.server.database.query(`update groups_table set comments = $1 where name = 'stats'`, [HOSTILE]);
    const { page } = await given.open('/access/groups');
    await page.getByText('window.hacked=1').waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });
});
