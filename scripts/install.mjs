import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Installs what `package-lock.json` names and `node_modules` does not have. Returns without a word when nothing is missing. */
export function installMissing(folder = root) {
  refuseOldNode();
  if (isInstalled(folder)) return;
  console.error('Installing packages; the first time this takes a minute …');
  // None of our dependencies needs its install script, so none gets to run one.
  const words = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (npm.status === 0) return;
  console.error(
    'npm ci failed; its message is above. Ticketgate needs the npm registry (or a mirror) for the first start.',
  );
  process.exit(1);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`This is Node ${process.versions.node}; Ticketgate needs Node 20.19 or newer.`);
  process.exit(2);
}

/** npm keeps a list of what it installed; packages for other platforms are missing from it. */
function isInstalled(folder) {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const wanted = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;
  const present = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(wanted)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.optional && !entry.devOptional && !entry.link)
    .every(([path, entry]) => present[path]?.version === entry.version);
}
