// `node scripts/earlier-version.mjs COMMIT [--packed]`: builds a commit of this repository in a folder of its own, unless that was done before, and
// prints the folder; with `--packed` one that has its packages installed from their tarballs. The last line of its output is the path.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const commit = process.argv[2] ?? '';
if (!/^[\da-f]{7,40}$/.test(commit)) throw new Error('Name a commit, for example 74c6bf0.');
const folder = join(tmpdir(), `ticketgate-${commit}`);
const mark = join(folder, '.built');

if (!existsSync(mark)) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const archive = `${folder}.tar`;
  run('git', ['archive', '--output', archive, commit], root);
  run('tar', ['-xf', archive, '-C', folder], root);
  rmSync(archive);
  // Not "npm ci": earlier lock files lack packages of other platforms.
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  run('npm', ['run', 'build'], folder);
  writeFileSync(mark, '');
}
console.log(process.argv.includes('--packed') ? installPacked() : folder);

function installPacked() {
  const packed = `${folder}-packed`;
  if (existsSync(join(packed, '.built'))) return packed;
  rmSync(packed, { recursive: true, force: true });
  run('npm', ['run', 'pack'], folder);
  cpSync(join(folder, 'config'), join(packed, 'config'), { recursive: true });
  writeFileSync(join(packed, 'package.json'), '{ "private": true }');
  const archives = readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.tgz'));
  const files = archives.map((name) => join(folder, 'dist', name));
  run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...files], packed);
  writeFileSync(join(packed, '.built'), '');
  return packed;
}

function run(program, words, cwd) {
  execFileSync(program, words, { cwd, stdio: ['ignore', 2, 2] });
}
