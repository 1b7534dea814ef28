import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { isTypeScript } from '../../plugins/typescript/read-typescript.js';

/**
 * Lets TypeScript check the project of a changed file, if there is one: plugins are compiled without a look at their types. Mistakes do not
 * keep them from being served.
 */
export async function checkTypes(file: string, onText: (text: string) => void): Promise<void> {
  const folder = isTypeScript(file) ? projectOf(dirname(file)) : undefined;
  const compiler = folder === undefined ? undefined : findCompiler(folder);
  if (folder === undefined || compiler === undefined) return;
  const words = [compiler, '--noEmit', '--pretty', 'false', '-p', folder];
  const child = spawn(process.execPath, words, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (text += part.toString()));
  await new Promise((resolve) => child.once('close', resolve));
  onText(text);
}

function projectOf(folder: string): string | undefined {
  if (existsSync(join(folder, 'tsconfig.json'))) return folder;
  return folder === dirname(folder) ? undefined : projectOf(dirname(folder));
}

function findCompiler(folder: string): string | undefined {
  try {
    return createRequire(join(folder, 'package.json')).resolve('typescript/bin/tsc');
  } catch {
    return undefined;
  }
}
