import { untilHolds } from '../support/index.js';

import { barriers } from '../browser/watched-page.js';
import { CLIENT, TestProvider } from '../sign-in/test-provider.js';
import { describeConsole, signIn } from './console-case.js';

let provider: TestProvider;

async function options() {
  provider = await TestProvider.start();
  const { id: clientID, secret: clientSecret } = CLIENT;
  // All of it below the path of a proxy.
  return {
    configuration: {
      http: { prefix: '/help/desk' },
      oidc: { issuer: provider.issuer, name: 'Keycloak', clientID, clientSecret },
    },
  };
}

describeConsole('signing in by a provider in the console', options, (given) => {
  beforeAll(async () => {
    await provider.register(`${given.server.url}/help/desk`);
    provider.person = { preferred_username: 'root@localhost' };
  });
  afterAll(() => provider.stop());

  it('leads back to the page that somebody wanted', async () => {
    const { page } = await given.openAsStranger('/access/agents?search=root');
    await page.getByRole('button', { name: 'Sign in with Keycloak' }).click();
    await page.locator('.shell').waitFor();
    await page.waitForURL(({ pathname, search }) => pathname + search === '/help/desk/admin/access/agents?search=root');
    await page.getByRole('link', { name: 'root@localhost' }).first().click();
    await page.getByRole('heading', { name: 'root@localhost' }).waitFor();
    await page.waitForURL(({ pathname }) => pathname === '/help/desk/admin/access/agents/root%40localhost');
    await page.reload();
    await page.getByRole('heading', { name: 'root@localhost' }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.find(({ name }) => name === 'ticketgate_admin')?.path).toBe('/help/desk/admin');
  });

  it('shows in German why the provider refuses it, and has it ask who it is with the next try', async () => {
    provider.refusal = { error: 'access_denied', error_description: '<img src=x onerror="window.hacked=1">' };
    const { page } = await given.openAsStranger('/', { locale: 'de-DE' });
    await page.getByRole('button', { name: 'Mit Keycloak anmelden' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('Keycloak hat die Anmeldung abgelehnt: access_denied, <img').waitFor();
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await page.waitForURL(({ search }) => search === '');
    provider.refusal = undefined;
    const asked = page.waitForRequest((request) => request.url().includes('prompt=login'));
    await page.getByRole('button', { name: 'Mit Keycloak anmelden' }).click();
    await asked;
    await page.locator('.shell').waitFor();
  });

  it('says so when the provider does not answer, and passwords are another way', async () => {
    provider.instead = (_request, response) => response.writeHead(503).end();
    const { page } = await given.openAsStranger('/');
    await page.getByRole('button', { name: 'Sign in with Keycloak' }).click();
    await page.getByRole('alert').getByText('status 503').waitFor();
    expect(await barriers(page)).toEqual([]);
    await signIn(page, given.server.rootPassword);
    provider.instead = undefined;
    await page.getByRole('button', { name: 'Sign out' }).click();
    const asked = page.waitForRequest((request) => request.url().includes('prompt=login'));
    await page.getByRole('button', { name: 'Sign in with Keycloak' }).click();
    await asked;
    await page.locator('.shell').waitFor();
  });

  it('goes on in the tab where something was typed when its session has ended', async () => {
    const { page } = await given.open('/access/roles?new=1');
    await page.getByRole('dialog').getByLabel('Name *').fill('Typed before');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Sign in with Keycloak in another tab' }).click();
    await (await opened).locator('.shell').waitFor();
    await page.getByRole('heading', { name: 'Typed before' }).waitFor();
    await untilHolds(async () => expect(await page.getByRole('dialog').count()).toBe(0));
    await (await opened).waitForURL(({ pathname }) => pathname === '/help/desk/admin/');
  });
});
