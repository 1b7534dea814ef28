// `npm run pack`: writes the packages that users name to dist/*.tgz, as a registry would have them, with the others in them, and what they are made of to dist/ticketgate.cdx.json.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { billOfMaterials } from './bill-of-materials.mjs';
import { buildChanged } from './build.mjs';
import { installMissing } from './install.mjs';

const root = join(import.meta.dirname, '..');
const target = join(root, 'dist');

requireOwnConfiguration();
installMissing();
buildChanged();
const ours = packages();
const stage = mkdtempSync(join(tmpdir(), 'ticketgate-pack-'));
try {
  const folders = ours.filter(({ manifest }) => manifest.private !== true).map(prepare);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const words = ['pack', '--ignore-scripts', '--silent', '--pack-destination', target, ...folders];
  execFileSync('npm', words, { cwd: stage, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(join(target, 'ticketgate.cdx.json'), `${JSON.stringify(billOfMaterials(root), null, 2)}\n`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
for (const name of readdirSync(target).sort()) console.log(join('dist', name));

/** The packages have a copy of `config`, where somebody who runs this clone may have written secrets. */
function requireOwnConfiguration() {
  // An archive of the sources, or an image, has no history, and nobody's changes.
  if (!existsSync(join(root, '.git'))) return;
  const changed = execFileSync('git', ['status', '--porcelain', '--', 'config'], { cwd: root, encoding: 'utf8' });
  if (changed === '') return;
  console.error(`The packages would have what you changed in config:\n${changed}Commit it, or pack a fresh clone.`);
  process.exit(1);
}

function packages() {
  const { version, workspaces } = manifestOf(root);
  const all = workspaces.map((folder) => ({ folder: join(root, folder), manifest: manifestOf(join(root, folder)) }));
  const wrong = all.find(({ manifest }) => manifest.version !== version);
  if (wrong !== undefined) throw new Error(`${wrong.manifest.name} has another version than ${version}.`);
  return all;
}

/** A copy with the licence, without what only this repository needs, and with the private packages that it needs in its `node_modules`. */
function prepare({ folder, manifest }) {
  const copy = join(stage, relative(join(root, 'packages'), folder));
  const bundled = privateOnes(manifest);
  copyPackage(folder, copy, { ...manifest, ...origin(folder), ...dependenciesWith(bundled, manifest) });
  cpSync(join(folder, 'README.md'), join(copy, 'README.md'));
  for (const { folder: own, manifest: its } of bundled) copyPackage(own, join(copy, 'node_modules', its.name), its);
  return copy;
}

/** Where it is built from, which the registry compares with the proof of the workflow. */
function origin(folder) {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  if (server === undefined || repository === undefined) return {};
  const directory = relative(root, folder).replaceAll('\\', '/');
  return { repository: { type: 'git', url: `git+${server}/${repository}.git`, directory } };
}

/** The private packages that one needs, directly or not. */
function privateOnes({ dependencies = {} }, found = new Set()) {
  for (const each of ours) {
    if (each.manifest.private !== true || !(each.manifest.name in dependencies) || found.has(each)) continue;
    privateOnes(each.manifest, found.add(each));
  }
  return [...found];
}

/** Whoever has others within itself installs what they need. */
function dependenciesWith(bundled, { dependencies = {} }) {
  if (bundled.length === 0) return {};
  const all = Object.assign({}, ...bundled.map(({ manifest }) => manifest.dependencies), dependencies);
  const sorted = Object.entries(all).sort(([one], [other]) => (one < other ? -1 : 1));
  return { dependencies: Object.fromEntries(sorted), bundleDependencies: bundled.map(({ manifest }) => manifest.name) };
}

function copyPackage(folder, copy, { devDependencies, ...manifest }) {
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(copy, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  cpSync(join(root, 'LICENSE'), join(copy, 'LICENSE'));
  // Names of what is left out begin with "!".
  for (const name of manifest.files.filter((each) => !each.startsWith('!'))) copyFresh(folder, copy, name);
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
