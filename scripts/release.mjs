// `npm run release -- 0.2.0`: gives all packages one version, cuts the changelog there, and records what is promised from then on. A tag, which the
// last line names, publishes it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import semver from 'semver';

const ROOT = join(import.meta.dirname, '..');

/**
 * Writes the version to all manifests, the lock file and the changelog below `root`.
 *
 * @param date for example 2026-11-28
 */
export function setVersion(root, version, date) {
  const { version: current, workspaces } = readJson(join(root, 'package.json'));
  if (semver.valid(version) !== version) throw new Error(`"${version}" is not a version. Write it as 0.2.0.`);
  if (!semver.gt(version, current)) throw new Error(`This is ${current} already. Choose a higher version than that.`);
  const changelog = cut(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version, date);
  const manifests = ['', ...workspaces].map((folder) => join(root, folder, 'package.json'));
  const names = new Set(manifests.map((file) => readJson(file).name));
  for (const file of manifests) writeJson(file, withVersion(readJson(file), version, names));
  const lock = readJson(join(root, 'package-lock.json'));
  for (const folder of ['', ...workspaces]) lock.packages[folder] = withVersion(lock.packages[folder], version, names);
  writeJson(join(root, 'package-lock.json'), { ...lock, version });
  writeFileSync(join(root, 'CHANGELOG.md'), changelog);
}

function cut(text, version, date) {
  const heading = '## Unreleased\n';
  const [before, after = ''] = text.split(heading);
  if ((after.split(/^## /m)[0] ?? '').trim() === '') {
    throw new Error('CHANGELOG.md has nothing below "## Unreleased". Say what is new for users.');
  }
  return `${before}${heading}\n## ${version} (${date})\n${after}`;
}

/** Our packages need each other in exactly this version. */
function withVersion(manifest, version, names) {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
  const ours = kinds
    .filter((kind) => kind in manifest)
    .map((kind) => [kind, Object.fromEntries(Object.entries(manifest[kind]).map(exactly))]);
  return { ...manifest, version, ...Object.fromEntries(ours) };

  function exactly([name, wanted]) {
    return [name, names.has(name) ? version : wanted];
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const version = process.argv[2] ?? '';
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
  try {
    if (changed !== '') throw new Error('There are changes that are not committed. Commit them, or put them aside.');
    setVersion(ROOT, version, new Date().toISOString().slice(0, 10));
    execFileSync('npm', ['run', 'api', '--silent'], {
      cwd: ROOT,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    console.log(
      `Look at the changes, then: git commit -am "Release ${version}" && git tag -a v${version} -m ${version} && git push --follow-tags`,
    );
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}
