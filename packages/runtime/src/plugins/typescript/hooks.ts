import { readFile } from 'node:fs/promises';
import type { LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';

import { compileTypeScript } from './compile-typescript.js';
import { isTypeScript } from './read-typescript.js';

/** Resolves `./greeting.js` to `./greeting.ts`, as TypeScript does. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    const source = sourceOf(specifier, context.parentURL);
    if (source === undefined) throw error;
    try {
      return await nextResolve(source, context);
    } catch {
      throw error;
    }
  }
};

export const load: LoadHook = async (url, context, nextLoad) => {
  if (!url.startsWith('file:') || !isTypeScript(new URL(url).pathname)) return nextLoad(url, context);
  const source = compileTypeScript(await readFile(fileURLToPath(url), 'utf8'), url);
  return { format: 'module', source, shortCircuit: true };
};

function sourceOf(specifier: string, parent: string | undefined): string | undefined {
  const isOfTypeScript = parent !== undefined && isTypeScript(new URL(parent).pathname);
  return isOfTypeScript && /^\.{0,2}\/.*\.m?js$/.test(specifier) ? specifier.replace(/js$/, 'ts') : undefined;
}
