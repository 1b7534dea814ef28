// `npm run screenshots [-- words]`: the pictures in docs/images, or those whose names have one of the words. It fails if a page no longer shows
// what its picture is about. In the folder that TICKETGATE_IMAGES names, nothing is removed.
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
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
const ours = join(root, 'docs', 'images');
const folder = process.env.TICKETGATE_IMAGES ?? ours;
const SIZES = { desktop: { width: 1280, height: 800 }, telephone: { width: 390, height: 844 } };

mkdirSync(folder, { recursive: true });
if (folder === ours) removeOthers();
const sample = await startSample();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
try {
  for (const screen of SCREENS) {
    if (words.length === 0 || words.some((word) => screen.file.includes(word))) await take(screen);
  }
} finally {
  await browser.close();
  await sample.stop();
}

async function take({ file, path, shows, ready, theme, size }) {
  const viewport = SIZES[size];
  const context = await browser.newContext({ colorScheme: theme, viewport, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.request.post(`${sample.url}/admin/api/session`, {
    data: { UserLogin: sample.login, Password: sample.password },
  });
  await page.goto(`${sample.url}/admin${path}`);
  await page.locator('h1').first().waitFor();
  await expectNone(page.locator('.skeleton'));
  await page.waitForLoadState('networkidle');
  await ready?.(page).first().waitFor();
  const text = await page.locator('main').innerText();
  const missing = shows.filter((words) => !text.includes(words));
  if (missing.length > 0)
    throw new Error(`${path} does not show "${missing.join('", "')}". Change the page or screens.mjs.`);
  await page.screenshot({ path: join(folder, file) });
  await context.close();
}

/** Waits until everything has been loaded. */
async function expectNone(locator) {
  while ((await locator.count()) > 0) await locator.first().waitFor({ state: 'detached' });
}

function removeOthers() {
  const files = new Set(SCREENS.map(({ file }) => file));
  for (const file of readdirSync(ours)) if (!files.has(file)) rmSync(join(ours, file));
}
