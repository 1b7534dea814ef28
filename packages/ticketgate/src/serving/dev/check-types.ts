import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isTypeScript } from '@ticketgate/runtime';

/**
 * Lets TypeScript check the project of a changed file, if there is one: plugins are compiled without a look at their types. Mistakes do not
 * keep them from being served.
 */
export async function checkTypes(file: string, onText: (text: string) => void): Promise<void> {
  const folder = isTypeScript(file) ? projectOf(dirname(file)) : undefined;
  if (folder === undefined) return;
  const compiler = findCompiler(folder);
  if (compiler === undefined) {
    onText(`Types are not checked: ${folder} has no TypeScript. Install it with "npm install -D typescript".\n`);
    return;
  }
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

/** By its manifest: TypeScript 7 lets nobody import `typescript/bin/tsc`. */
function findCompiler(folder: string): string | undefined {
  try {
    const manifest = createRequire(join(folder, 'package.json')).resolve('typescript/package.json');
    // As npm packs it.
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: { readonly tsc: string } };
    return join(dirname(manifest), bin.tsc);
  } catch {
    return undefined;
  }
}
