import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'ticketgate-tools');
const run = promisify(execFile);

/**
 * Installs packages that only long tests need, with npm, once for this checkout: our lock file is not to name their dependencies.
 *
 * @param packages with exact versions
 * @param overrides of versions that they ask for
 * @returns the folder with their `node_modules`
 */
export async function installTools(
  packages: Readonly<Record<string, string>>,
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: packages, overrides });
  const folder = join(CACHE, createHash('sha256').update(manifest).digest('hex').slice(0, 12));
  if (existsSync(folder)) return folder;
  mkdirSync(CACHE, { recursive: true });
  const made = mkdtempSync(join(CACHE, 'new-'));
  try {
    writeFileSync(join(made, 'package.json'), manifest);
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: made });
    // Another test may have been faster.
    if (!existsSync(folder)) renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return folder;
}
