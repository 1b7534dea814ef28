import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

/** Names of the broken rules among the files below `folder`. */
async function brokenRules(folder: string): Promise<readonly string[]> {
  const depcruise = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');
  const words = [depcruise, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', folder];
  const { stdout } = await run(process.execPath, words, { cwd: root, maxBuffer: 100_000_000 }).catch(
    // It ends with the number of violations; the report is complete all the same.
    (error: unknown) => error as { stdout: string },
  );
  // The report format of dependency-cruiser.
  const report = JSON.parse(stdout) as { summary: { violations: readonly { rule: { name: string } }[] } };
  return [...new Set(report.summary.violations.map(({ rule }) => rule.name))].sort();
}

// That they hold is found by check:boundaries.
describe('the boundaries between packages', () => {
  it('are seen by the checker: a gateway that imports the server is reported', async () => {
    expect(await brokenRules('test/fixtures/boundaries')).toEqual([
      'gateway-imports-definition-sdk',
      'nobody-imports-the-server',
    ]);
  });
});
