import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { buildChanged } from './build.mjs';
import { installMissing } from './install.mjs';

const root = join(import.meta.dirname, '..');

/**
 * Installs and builds what changed, and compiles a folder of `test` to its `dist`, for scripts that run it without Jest.
 * @param {string} folder for example `load`
 */
export function compileTests(folder) {
  installMissing();
  buildChanged();
  const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
  const words = [compiler, '-p', join(root, 'test', folder, 'tsconfig.build.json')];
  const { status } = spawnSync(process.execPath, words, { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(1);
  process.chdir(root);
}
