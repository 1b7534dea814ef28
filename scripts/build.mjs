import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, '.build-stamp');
const CONSOLE = join(root, 'packages', 'console');
/** Written by a build, and no source. */
const CLIENT = join(CONSOLE, 'src', 'api', 'admin-api.ts');
const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');

/** Compiles the packages unless their sources are those of the last build. Types are checked by `npm run check`: that takes longer. */
export function buildChanged() {
  copyConfiguration();
  const stamp = stampOfSources();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && isBuilt()) return;
  console.error('Building …');
  run('The types could not be written', [compiler, '-b', 'tsconfig.build.json', '--emitDeclarationOnly', '--noCheck']);
  run('The packages could not be bundled', [join('scripts', 'bundle.mjs')]);
  run('What the console knows of the API could not be written', [join('scripts', 'console-client.mjs')]);
  run('The pages of the administration could not be built', [vite, 'build', '--logLevel', 'warn'], CONSOLE);
  writeFileSync(stampFile, stamp);
}

/**
 * Installed packages have the configuration, too: its comments are the manual of the options, and a first start in an empty folder begins with it.
 * Whoever changes an option or a web service does not wait for a build.
 */
export function copyConfiguration() {
  const [from, to] = [join(root, 'config'), join(root, 'packages', 'runtime', 'config')];
  const names = ['gateway.yml', 'catalogue.yml', 'webservices'];
  const read = (folder) => names.map((name) => (existsSync(join(folder, name)) ? readAll(join(folder, name)) : ''));
  if (read(from).join() === read(to).join()) return;
  rmSync(to, { recursive: true, force: true });
  for (const name of names) cpSync(join(from, name), join(to, name), { recursive: true });
}

/** The file, or the names and contents of the files in the folder. */
function readAll(path) {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8');
  return readdirSync(path)
    .sort()
    .map((name) => `${name}\n${readAll(join(path, name))}`)
    .join('');
}

/** Runs a script of Node.js; its messages appear above that of a failure. */
function run(failure, words, cwd = root) {
  if (spawnSync(process.execPath, words, { cwd, stdio: ['ignore', 2, 2] }).status === 0) return;
  console.error(`${failure}; the messages are above.`);
  process.exit(1);
}

function isBuilt() {
  const main = join('packages', 'ticketgate', 'dist', 'command', 'main.js');
  const pages = join('packages', 'console', 'dist', 'index.html');
  return existsSync(CLIENT) && [main, pages].every((file) => existsSync(join(root, file)));
}

/** Names, sizes and times instead of contents: looking must not take longer than starting. */
function stampOfSources() {
  const hash = createHash('sha256');
  const note = (file) => {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  };
  const shared = ['tsconfig.base.json', 'tsconfig.build.json', 'package-lock.json', 'scripts/bundle.mjs'];
  for (const name of shared) note(join(root, name));
  for (const name of readdirSync(join(root, 'packages')).sort()) {
    const folder = join(root, 'packages', name);
    for (const file of ['package.json', 'tsconfig.build.json', 'vite.config.mjs', 'index.html']) {
      if (existsSync(join(folder, file))) note(join(folder, file));
    }
    if (existsSync(join(folder, 'src'))) sourcesOf(join(folder, 'src')).forEach(note);
  }
  return hash.digest('hex');
}

function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file !== CLIENT)
    .sort();
}
