import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Without a window, a Chromium takes half the processor time. */
const SHELL = 'chromium-headless-shell';
const PLACES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`);

/** Words for jest that may select tests with a browser: none at all, or what such a path has. */
function needsBrowser(words) {
  return words.length === 0 || words.some((word) => /docs-|console/.test(word));
}

/** Where Chromium is; undefined where there is none. */
export function chromiumPath() {
  return process.env.TICKETGATE_CHROMIUM ?? PLACES.find((path) => existsSync(path));
}

/**
 * Installs Debian's Chromium without a window for the tests of pages, where it is missing and we may: as root, with apt-get. Elsewhere they
 * use another Chromium; without one they are skipped and say so.
 */
export function installChromium(words) {
  const isThere = process.env.TICKETGATE_CHROMIUM !== undefined || existsSync(PLACES[0]);
  if (isThere || !needsBrowser(words) || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.error('Installing Chromium for the tests of pages; that takes up to a minute …');
  runAptGet('update');
  // Older releases of Debian have no Chromium without a window.
  if (!install(SHELL) && chromiumPath() === undefined) install('chromium');
}

function install(name) {
  return runAptGet('install', '--yes', '--no-install-recommends', name);
}

function runAptGet(...words) {
  const { status } = spawnSync('apt-get', ['--quiet=2', ...words], {
    stdio: ['ignore', 'ignore', 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status !== 0) console.error(`apt-get ${words[0]} failed; its message is above.`);
  return status === 0;
}
