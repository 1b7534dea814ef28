// `npm run fuzz [-- --minutes 10 --seed N]`, or with numbers `--requests N --definitions N --remotes N --secrets N`: installs and builds what changed, then attacks the shipped services; see docs/security.md.
import { compileTests } from './compile-tests.mjs';

compileTests('fuzz');
await import('../test/fuzz/dist/fuzz/main.js');
