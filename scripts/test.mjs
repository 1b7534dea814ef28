// `npm test`: installs and builds what changed, runs all tests (`--long`: also those of test/long) and ends with the counts.
// It begins with how long that will take. Other words go to jest, for example `npm test -- packages/gateway`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildChanged } from './build.mjs';
import { installMissing } from './install.mjs';
import { estimateTests, rememberTests } from './test-times.mjs';

const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const isLong = words.includes('--long');

installMissing();
buildChanged();
console.log(estimateTests(words));
const began = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'ticketgate-test-'));
const report = join(folder, 'report.json');
let counts = { numPassedTests: 0, numFailedTests: 0, numRuntimeErrorTestSuites: 1, numPendingTests: 0 };
let status = 1;
try {
  const jest = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--no-warnings',
      join('node_modules', 'jest', 'bin', 'jest.js'),
      '--json',
      `--outputFile=${report}`,
      ...words.filter((word) => word !== '--long'),
    ],
    {
      cwd: root,
      // Jest writes its progress to stderr; with --json its stdout has nothing for people.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ...(isLong ? { TICKETGATE_LONG_TESTS: '1' } : {}) },
    },
  );
  status = jest.status ?? 1;
  counts = JSON.parse(readFileSync(report, 'utf8'));
  rememberTests(words, (performance.now() - began) / 1000);
} catch (error) {
  console.error(`The tests gave no report: ${error.message}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// A file that could not even be loaded counts as one failed test.
const failed = counts.numFailedTests + counts.numRuntimeErrorTestSuites;
if (counts.numPendingTests > 0) console.log(`${counts.numPendingTests} skipped; the reasons are above.`);
console.log(`${counts.numPassedTests} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : status;
