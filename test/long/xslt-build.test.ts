import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PACKAGE = join(import.meta.dirname, '..', '..', 'packages', 'definition');
const run = promisify(execFile);

const canBuild = hasCompiler();
if (!canBuild)
  process.stderr.write('skipped: emscripten 3.1.6 of Debian 12 is not installed (packages/definition/wasm/build.sh)\n');

function hasCompiler(): boolean {
  try {
    return execFileSync('emcc', ['--version'], { encoding: 'utf8', stdio: 'pipe' }).includes(' 3.1.6 ');
  } catch {
    return false;
  }
}

describe('the library for XSLT', () => {
  (canBuild ? it : it.skip)(
    'is what its sources make',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'ticketgate-xslt-'));
      const built = join(folder, 'engine.wasm');
      try {
        await run(join(PACKAGE, 'wasm', 'build.sh'), [built]);
        expect(readFileSync(built).equals(readFileSync(join(PACKAGE, 'engine.wasm')))).toBe(true);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    600_000,
  );
});
