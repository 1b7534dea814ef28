// `npm start`: installs and builds what changed, then becomes the server. Words after `--` go to `ticketgate serve`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { buildChanged } from './build.mjs';
import { installMissing } from './install.mjs';

const root = join(import.meta.dirname, '..');
installMissing();
buildChanged();
process.chdir(root);
// No child process: signals and the exit code are the server's own.
// Workers are started from the file and the words that stand here, so both are those of the command.
const command = join(root, 'packages', 'ticketgate', 'bin', 'ticketgate.js');
process.argv.splice(1, 1, command, 'serve');
await import(pathToFileURL(command).href);
