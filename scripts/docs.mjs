// `npm run docs`: builds the documentation site into site/dist, and the versions of the newest tags into folders of it.
// `npm run docs -- dev` shows the pages while you write them.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { installMissing } from './install.mjs';

const root = join(import.meta.dirname, '..');
const site = join(root, 'site');
const out = join(site, 'dist');
const base = process.env.DOCS_BASE ?? '/';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** Earlier ones stay in the repository. */
const MOST_VERSIONS = 5;

installMissing(site);
try {
  if (process.argv[2] === 'dev') vitepress('dev', site);
  else buildAll();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function buildAll() {
  const earlier = earlierVersions();
  process.env.DOCS_VERSIONS = [version, ...earlier].join(' ');
  vitepress('build', site, '--base', base);
  for (const each of earlier) buildTag(each);
  console.log(`The site is in ${out}`);
}

function earlierVersions() {
  return git('tag', '--list', 'v*', '--sort=-version:refname')
    .map((tag) => tag.slice(1))
    .filter((each) => each !== version && hasSite(each))
    .slice(0, MOST_VERSIONS);
}

function git(...words) {
  try {
    return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter((line) => line !== '');
  } catch {
    return []; // not a checkout
  }
}

function hasSite(each) {
  return git('ls-tree', '--name-only', `v${each}`, 'site/package.json').length > 0;
}

/** A version as it was, with the packages of this one. */
function buildTag(each) {
  const checkout = mkdtempSync(join(tmpdir(), 'ticketgate-docs-'));
  try {
    execFileSync('git', ['worktree', 'add', '--detach', checkout, `v${each}`], { cwd: root, stdio: 'ignore' });
    symlinkSync(join(site, 'node_modules'), join(checkout, 'site', 'node_modules'), 'junction');
    vitepress('build', join(checkout, 'site'), '--base', `${base}${each}/`, '--outDir', join(out, each));
  } finally {
    rmSync(checkout, { recursive: true, force: true });
    git('worktree', 'prune');
  }
}

function vitepress(...words) {
  const program = join(site, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  const { status } = spawnSync(process.execPath, [program, ...words], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('The site was not built; the reason is above.');
}
