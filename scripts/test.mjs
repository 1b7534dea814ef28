// `npm test`: installs and builds what changed, runs all tests (`--long`: also those of test/long) and ends with the counts.
// It begins with how long that will take. Other words go to jest, for example `npm test -- packages/gateway`.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildChanged } from './build.mjs';
import { chromiumPath, installChromium } from './chromium.mjs';
import { installMissing } from './install.mjs';
import { estimateTests, rememberTests } from './test-times.mjs';

const root = join(import.meta.dirname, '..');
const words = process.argv.slice(2);
const isLong = words.includes('--long');
const given = words.filter((word) => word !== '--long');

/**
 * Faults take the processors away from whatever runs beside them, and the search for secrets has to read all files of a database: they come
 * last and one by one.
 */
const LAST = [
  '--runInBand',
  '--testMatch',
  '<rootDir>/test/faults/**/*.test.ts',
  '--testMatch',
  '<rootDir>/test/fuzz/secrets/*.test.ts',
];

installMissing();
installChromium(given);
buildChanged();
console.log(estimateTests(words));
const began = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'ticketgate-test-'));
try {
  const results = given.length > 0 ? [run(given)] : [run([], { TICKETGATE_WITHOUT_LAST: '1' }), run(LAST)];
  rememberTests(words, (performance.now() - began) / 1000);
  tell(results);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs jest and returns its exit code and what it counted. */
function run(options, environment = {}) {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const jest = spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--no-warnings',
      join('node_modules', 'jest', 'bin', 'jest.js'),
      '--json',
      `--outputFile=${report}`,
      ...options,
    ],
    {
      cwd: root,
      // Jest writes its progress to stderr; with --json its stdout has nothing for people.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...{ ...process.env, ...environment, TICKETGATE_CHROMIUM: chromiumPath() },
        ...(isLong ? { TICKETGATE_LONG_TESTS: '1' } : {}),
      },
    },
  );
  return { status: jest.status ?? 1, ...countsOf(report) };
}

function countsOf(report) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const again = testResults.flatMap(({ assertionResults }) => assertionResults).filter(wasRepeated);
    for (const { fullName } of again) console.log(`Passed at the second try only: ${fullName}`);
    // A file that could not even be loaded counts as one failed test.
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests };
  } catch (error) {
    console.error(`The tests gave no report: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function wasRepeated({ status, invocations }) {
  return status === 'passed' && invocations > 1;
}

function tell(results) {
  const sum = (name) => results.reduce((total, result) => total + result[name], 0);
  if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped; the reasons are above.`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
  process.exitCode = sum('failed') > 0 ? 1 : Math.max(...results.map(({ status }) => status));
}
