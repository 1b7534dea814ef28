import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** A folder outside the repository that has our packages, as if they had been installed; `test/long/packed.test.ts` installs them. */
export class OutsideFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'ticketgate-outside-'));

  constructor({ isEmpty = false } = {}) {
    if (!isEmpty) symlinkSync(join(ROOT, 'node_modules'), join(this.path, 'node_modules'));
  }

  write(name: string, text: string): string {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  /** Runs a program to its end. */
  async run(command: string, words: readonly string[], folder = '.'): Promise<Ended> {
    // The test runner of Node notices another one around it.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };
    try {
      const options = { cwd: join(this.path, folder), env };
      const { stdout, stderr } = await promisify(execFile)(command, [...words], options);
      return { code: 0, output: stdout + stderr };
    } catch (error) {
      // What a failed execFile rejects with.
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
