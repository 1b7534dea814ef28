// `npm run bench [-- names]`: installs and builds what changed, then measures; see docs/performance.md.
import { chromiumPath } from './chromium.mjs';
import { compileTests } from './compile-tests.mjs';

process.env.TICKETGATE_CHROMIUM ??= chromiumPath() ?? '';
compileTests('load');
await import('../test/load/dist/load/main.js');
