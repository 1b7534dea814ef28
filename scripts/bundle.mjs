// Writes the modules of each package to a few files in its `dist`, where `tsc` writes the types: a process starts faster than if it loaded every
// module. Packages stay apart, so that plugins share `@ticketgate/sdk` with the server.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';

import { copyConfiguration } from './build.mjs';

const packages = join(import.meta.dirname, '..', 'packages');

/** Modules that are loaded by their path: hooks by Node.js, the observer by a measurement. */
const LOADED_BY_PATH = ['plugins/typescript/hooks.ts', 'observer.ts', 'command/main.ts'];

copyConfiguration();
const folders = readdirSync(packages).map((name) => join(packages, name));
await Promise.all(folders.filter((folder) => existsSync(join(folder, 'tsconfig.build.json'))).map(bundle));
copySwaggerUI(join(packages, 'ticketgate'));

/** The files that pages of the documentation load, with their licences. */
function copySwaggerUI(folder) {
  const from = dirname(createRequire(join(folder, 'package.json')).resolve('swagger-ui-dist'));
  const names = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'];
  for (const name of names) cpSync(join(from, name), join(folder, 'dist', 'swagger-ui', name));
}

async function bundle(folder) {
  const [source, target] = [join(folder, 'src'), join(folder, 'dist')];
  removeScripts(target);
  const input = Object.fromEntries(entriesOf(folder).map((file) => [file.replace(/\.ts$/, ''), join(source, file)]));
  // Such a module must not move to another file, whatever else imports it.
  const options = {
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    external: /^[^./]/,
    moduleTypes: { '.sql': 'text' },
    logLevel: 'warn',
  };
  const build = await rolldown({ input, ...options });
  await build.write({ dir: target, chunkFileNames: 'chunks/[name]-[hash].js', sourcemap: true });
  await build.close();
}

/** What others import, and the modules that rely on where they are, such as those of threads. */
function entriesOf(folder) {
  const { exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const exported = Object.values(exports).map(({ import: file }) => file.replace(/^\.\/dist\/(.*)\.js$/, '$1.ts'));
  const named = new Set([...exported, ...LOADED_BY_PATH]);
  const isEntry = (file) => named.has(file) || readFileSync(join(folder, 'src', file), 'utf8').includes('import.meta.');
  return list(join(folder, 'src'), /\.ts$/).filter(isEntry);
}

/** A build before may have had other files. */
function removeScripts(target) {
  for (const file of list(target, /\.js(?:\.map)?$/)) rmSync(join(target, file));
}

function list(folder, names) {
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((file) => names.test(file)) : [];
}
