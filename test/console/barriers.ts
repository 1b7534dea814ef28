import { untilTrue } from '../support/index.js';

import { barriers } from '../browser/watched-page.js';
import type { ConsoleCase } from './console-case.js';

/** Paths below `/admin`; the web service Shop has to exist. */
export const SCREENS = [
  '/',
  '/services/new',
  '/services/import',
  '/services/Shop',
  '/services/Shop?form=Requester',
  '/services/Shop/invokers',
  '/services/Shop/invokers/Tell?new=1',
  '/services/Shop/history',
  '/services/Shop/mapping',
  '/log',
];

/** A web service that has to exist, too. */
export const LONG = 'Bestellungen-und-Reklamationen-aus-dem-Onlineshop_der_NiederlassungSuedwestfalen1234567890';

/** Beside those: the stories of the quick tests look at one of each kind. */
export const SCREENS_OF_ENTRIES = [
  ...['', '/try', '/mapping', '/invokers', '/log', '/history'].map((tab) => `/services/${LONG}${tab}`),
  '/access/agents',
  '/access/agents?new=1',
  '/access/agents/root%40localhost',
  '/access/roles',
  '/access/groups/users',
  '/access/customers?text=nobody',
  '/access/keys',
  '/access/keys?new=1',
  '/access/sessions',
  '/catalogue',
  '/catalogue/Queues',
  '/catalogue/Nothing',
  '/catalogue/DynamicFields?new=1',
  '/catalogue/Queues/Raw',
  '/catalogue/Types/Unclassified',
  '/operations',
  '/operations/Session%3A%3ASessionGet',
  '/access/roles/Nobody',
  '/log/nothing',
  '/audit',
  '/audit?author=nobody',
  '/system',
  '/system/database',
  '/system/settings',
  '/system/plugins',
  '/invokers',
  '/invokers?state=done',
];

/** What keeps people from using a screen, and what the browser complains about. */
export async function barriersAt(
  given: ConsoleCase,
  path: string,
  options: Parameters<ConsoleCase['open']>[1] = {},
): Promise<readonly string[]> {
  const { page, complaints } = await given.open(path, options);
  await page.locator('h1').first().waitFor();
  await untilTrue(async () => (await page.locator('.skeleton').count()) === 0);
  const isTooWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
  return [
    ...(await barriers(page)),
    ...complaints.filter((each) => !(each.includes('404') && /\/no(?:thing|body)$/i.test(path))),
    ...(isTooWide ? ['The page is wider than the window.'] : []),
  ];
}
