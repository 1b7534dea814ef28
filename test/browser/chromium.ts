import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Undefined: there is none. `npm test` installs it where it may. */
const executablePath = process.env.TICKETGATE_CHROMIUM ?? PLACES.find((path) => existsSync(path));

/** For tests of pages: skipped where there is no Chromium. */
export const describePages = executablePath === undefined ? describe.skip : describe;

if (executablePath === undefined) {
  process.stderr.write(
    'Skipped: there is no Chromium (apt-get install chromium, or name it in TICKETGATE_CHROMIUM).\n',
  );
}

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
}
