import { chromium, type Browser } from 'playwright-core';

/** Set by `npm test`, which installs Chromium where it may; undefined: there is none. */
const executablePath = process.env.TICKETGATE_CHROMIUM;

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
