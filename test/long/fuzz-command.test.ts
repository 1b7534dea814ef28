import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..', '..');

describe('npm run fuzz', () => {
  it('sends as many requests, definitions and secrets as it is asked for, and finds nothing', async () => {
    const words = ['run', 'fuzz', '--', '--requests', '100', '--definitions', '20', '--secrets', '100', '--seed', '7'];
    const { stdout } = await run('npm', words, { cwd: ROOT });
    expect(stdout).toMatch(/\n1\d\d requests, /);
    expect(stdout).toContain('20 definitions');
    expect(stdout).toContain('100 requests with secrets');
    expect(stdout).toContain('Nothing was found.');
  }, 180_000);
});
