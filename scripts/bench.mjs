// `npm run bench [-- names]`: installs and builds what changed, then measures; see docs/performance.md.
import { compileTests } from './compile-tests.mjs';

compileTests('load');
await import('../test/load/dist/load/main.js');
