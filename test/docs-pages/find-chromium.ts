import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where Chromium is. `npm run test:long` installs it where it may. */
export function findChromium(): string {
  const given = process.env.TICKETGATE_CHROMIUM;
  const found = given ?? PLACES.find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error('There is no Chromium. Install it (apt-get install chromium), or name it in TICKETGATE_CHROMIUM.');
}
