import type { Page } from 'playwright-core';

import { barriersAt } from './barriers.js';
import { describeConsole, SERVICE } from './console-case.js';

/** Does what somebody does with mouse or keyboard, and counts it: a click, a key, or the words of a field. */
function countedSteps() {
  const counted = { steps: 0 };
  const step = async (action: () => Promise<unknown>): Promise<void> => {
    counted.steps += 1;
    await action();
  };
  return { counted, step };
}

describeConsole('building web services in the console', { webServices: { Shop: SERVICE } }, (given) => {
  const definitionOf = async (name: string) => (await given.server.system.services.find(name))?.config ?? '';

  async function requestTo(path: string) {
    const answer = await fetch(`${given.server.url}/Webservice/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{}',
    });
    return answer.status;
  }

  const press = (page: Page, key: string) => () => page.keyboard.press(key);
  const type = (page: Page, text: string) => () => page.keyboard.type(text);

  it('creates a service by keyboard, with a clean address, and serves it only when it is enabled', async () => {
    const { page, complaints } = await given.open('/services/new');
    const { counted, step } = countedSteps();
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await step(type(page, 'Büro & Shop '));
    await page.getByText('/Webservice/Buero-Shop', { exact: false }).waitFor();
    await step(press(page, 'Tab'));
    await step(press(page, 'Tab'));
    await step(type(page, 'API'));
    for (let tabs = 0; tabs < 2; tabs += 1) await step(press(page, 'Tab'));
    for (const words of ['sessionget', 'ticketsearch']) {
      await step(type(page, words));
      await step(press(page, 'Enter'));
    }
    await page.getByRole('list', { name: 'Chosen operations' }).getByText('Ticket::TicketSearch').waitFor();
    expect(await page.getByRole('list', { name: 'Chosen operations' }).getByRole('listitem').count()).toBe(2);
    await step(() => page.getByRole('button', { name: 'Create', exact: true }).press('Enter'));
    await page.getByText('It is disabled: whoever calls it gets an error.').waitFor();
    expect(await definitionOf('Buero-Shop')).toContain('Accept: [ApiKey]');
    expect(await requestTo('Buero-Shop/SessionGet')).toBe(404);
    await step(() => page.getByRole('button', { name: 'Enable' }).press('Enter'));
    await page.getByText('Buero-Shop is served').waitFor();
    expect(await requestTo('Buero-Shop/SessionGet')).not.toBe(404);
    expect([counted.steps, complaints]).toEqual([12, []]);
  });

  it('locks a new service to one agent, and publishes it at once', async () => {
    const { page } = await given.open('/services/new?operation=Ticket%3A%3ATicketGet');
    await page.getByLabel('Name', { exact: true }).fill('Locked');
    await page.getByLabel('Only these agents').first().fill('root@localhost');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Only these agents' }).getByText('root@localhost').waitFor();
    await page.getByRole('button', { name: 'Create and publish' }).click();
    await page.getByText('Locked is served').waitFor();
    expect(await definitionOf('Locked')).toContain('Accept: [UserLogin]\n    OnlyAgents: ["root@localhost"]');
  });

  it.each(['/services/new', '/services/Shop'])('has no barrier at %s', async (path) => {
    expect(await barriersAt(given, path)).toEqual([]);
  });
});
