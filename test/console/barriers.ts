import { barriers } from '../browser/watched-page.js';
import type { ConsoleCase } from './console-case.js';

/** Paths below `/admin`; the web service Shop has to exist. */
export const SCREENS = ['/', '/services/new', '/services/import', '/services/Shop', '/services/Shop/history', '/log'];

/** What keeps people from using a screen, and what the browser complains about. */
export async function barriersAt(
  given: ConsoleCase,
  path: string,
  options: Parameters<ConsoleCase['open']>[1] = {},
): Promise<readonly string[]> {
  const { page, complaints } = await given.open(path, options);
  await page.locator('.skeleton').waitFor({ state: 'detached' });
  await page.locator('h1').first().waitFor();
  return [...(await barriers(page)), ...complaints.filter((each) => !each.includes('404'))];
}
