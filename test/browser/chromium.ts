import { jest } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';

/** Set by `npm test`, which installs Chromium where it may; undefined: there is none. */
const executablePath = process.env.TICKETGATE_CHROMIUM;

/** For tests of pages: skipped where there is no Chromium. */
export const describePages = executablePath === undefined ? describe.skip : describe;

// A browser on two busy processors may be too slow once. `npm test` names what needed a second try.
jest.retryTimes(1, { retryImmediately: true, logErrorsBeforeRetry: true });

if (executablePath === undefined) {
  process.stderr.write(
    'Skipped: there is no Chromium (apt-get install chromium, or name it in TICKETGATE_CHROMIUM).\n',
  );
}

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: executablePath ?? '', args: ['--no-sandbox'] });
}
