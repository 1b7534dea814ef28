// `npm run screenshots [-- words]`: pictures of the screens of the console whose names have one of the words, in light and dark, for a
// desktop and a telephone, in docs/images.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { chromiumPath, installChromium } from './chromium.mjs';
import { compileTests } from './compile-tests.mjs';

const root = join(import.meta.dirname, '..');
compileTests('support');
installChromium(['console']);

const { startSample } = await import('./screenshots/sample.mjs');
const { SCREENS } = await import('./screenshots/screens.mjs');
const { chromium } = await import('playwright-core');

const words = process.argv.slice(2);
const folder = process.env.TICKETGATE_IMAGES ?? join(root, 'docs', 'images');
const SIZES = { desktop: { width: 1280, height: 800 }, telephone: { width: 390, height: 844 } };

mkdirSync(folder, { recursive: true });
const sample = await startSample();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
try {
  for (const theme of ['light', 'dark']) {
    for (const [size, viewport] of Object.entries(SIZES)) await takeAll(theme, size, viewport);
  }
} finally {
  await browser.close();
  await sample.stop();
}

async function takeAll(colorScheme, size, viewport) {
  const context = await browser.newContext({ colorScheme, viewport, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  for (const { name, path, isOpen, prepare } of SCREENS) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    if (isOpen === true) await context.clearCookies();
    else await signIn(page);
    await page.goto(`${sample.url}/admin${typeof path === 'function' ? path(sample) : path}`);
    await page.locator('h1').first().waitFor();
    await expectNone(page.locator('.skeleton'));
    await page.waitForLoadState('networkidle');
    await prepare?.(page, sample);
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${size}.png`) });
  }
  await context.close();
}

async function signIn(page) {
  const { status } = await page.request
    .get(`${sample.url}/admin/api/session`)
    .then((answer) => ({ status: answer.status() }));
  if (status === 200) return;
  await page.request.post(`${sample.url}/admin/api/session`, {
    data: { UserLogin: sample.login, Password: sample.password },
  });
}

/** Waits until everything has been loaded. */
async function expectNone(locator) {
  while ((await locator.count()) > 0) await locator.first().waitFor({ state: 'detached' });
}
