// `npm run bench [-- names]`: installs and builds what changed, then measures; see docs/performance.md.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { buildChanged } from './build.mjs';
import { installMissing } from './install.mjs';

const root = join(import.meta.dirname, '..');
installMissing();
buildChanged();
const compiler = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
const tsc = spawnSync(process.execPath, [compiler, '-p', join(root, 'test/load/tsconfig.build.json')], {
  stdio: ['ignore', 2, 2],
});
if (tsc.status !== 0) process.exit(1);
process.chdir(root);
await import('../test/load/dist/load/main.js');
