// `npm run pack`: writes all packages to dist/*.tgz, as a registry would have them, and what they are made of to dist/ticketgate.cdx.json.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { billOfMaterials } from './bill-of-materials.mjs';
import { buildChanged } from './build.mjs';
import { installMissing } from './install.mjs';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist');

installMissing();
buildChanged();
const stage = mkdtempSync(join(tmpdir(), 'ticketgate-pack-'));
try {
  const folders = packages().map(prepare);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const words = ['pack', '--ignore-scripts', '--silent', '--pack-destination', target, ...folders];
  execFileSync('npm', words, { cwd: stage, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(join(target, 'ticketgate.cdx.json'), `${JSON.stringify(billOfMaterials(root), null, 2)}\n`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
for (const name of readdirSync(target).sort()) console.log(join('dist', name));

function packages() {
  const { version, workspaces } = manifestOf(root);
  const all = workspaces.map((folder) => ({ folder: join(root, folder), manifest: manifestOf(join(root, folder)) }));
  const wrong = all.find(({ manifest }) => manifest.version !== version);
  if (wrong !== undefined) throw new Error(`${wrong.manifest.name} has another version than ${version}.`);
  return all.filter(({ manifest }) => manifest.private !== true);
}

/** A copy with the licence, and without what only this repository needs. */
function prepare({ folder, manifest }) {
  const copy = join(stage, relative(join(root, 'packages'), folder));
  mkdirSync(copy);
  const { devDependencies, ...published } = manifest;
  writeFileSync(join(copy, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(copy, 'LICENSE'));
  // Names of what is left out begin with "!".
  for (const name of manifest.files.filter((each) => !each.startsWith('!'))) copyFresh(folder, copy, name);
  return copy;
}

/** A build does not remove types whose sources are gone. */
function copyFresh(folder, copy, name) {
  const isCompiled = existsSync(join(folder, 'tsconfig.build.json'));
  const isFresh = (file) => {
    if (!isCompiled) return true;
    const source = relative(join(folder, 'dist'), file);
    if (source.startsWith('..') || !source.endsWith('.d.ts')) return true;
    return existsSync(join(folder, 'src', source.replace(/\.d\.ts$/, '.ts')));
  };
  cpSync(join(folder, name), join(copy, name), { recursive: true, filter: isFresh });
}

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
