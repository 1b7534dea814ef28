import { startOwnServer, untilHolds, untilTrue } from '../support/index.js';

import { describeConsole, HOSTILE } from '../console/console-case.js';

describeConsole('all that the console does with the catalogue', { start: startOwnServer }, (given) => {
  it('suggests the entries that a member may name, and shows who names an entry', async () => {
    const { page } = await given.open('/catalogue/Queues/Raw');
    await page.getByLabel('Group', { exact: true }).fill('sta');
    await page.locator('datalist option[value=stats]').waitFor({ state: 'attached' });
    await page.getByLabel('Group', { exact: true }).fill('stats');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Raw was saved').waitFor();
    await page.goto(`${given.server.url}/admin/access/groups/stats`);
    await untilTrue(async () => page.getByRole('link', { name: 'Raw' }).isVisible());
  });

  it('says why an entry cannot be saved, and keeps what was filled in', async () => {
    const { page } = await given.open('/catalogue/Queues/Raw');
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
    await page.getByText('The queue "Raw" is disabled and still used: 1 in ticket.').waitFor();
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
