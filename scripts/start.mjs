// `npm start`: installs and builds what changed, then becomes the server. Words after `--` go to `ticketgate serve`.
import { join } from 'node:path';

import { buildChanged } from './build.mjs';
import { installMissing } from './install.mjs';

const root = join(import.meta.dirname, '..');
installMissing();
buildChanged();
process.chdir(root);
// No child process: signals and the exit code are the server's own.
process.argv.splice(2, 0, 'serve');
await import('../packages/server/bin/ticketgate.js');
