import { readFile } from 'node:fs/promises';
import type { LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/wasm-typescript';

import { isTypeScript } from './read-typescript.js';

/** Resolves `./greeting.js` to `./greeting.ts`, as TypeScript does. */
export const resolve: ResolveHook = async (specifier, context, nextResolve) => {
  try {
    return await nextResolve(specifier, context);
  } catch (error) {
    const source = toSourceName(specifier, context.parentURL);
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

function toSourceName(specifier: string, parent: string | undefined): string | undefined {
  const isOfTypeScript = parent !== undefined && isTypeScript(new URL(parent).pathname);
  return isOfTypeScript && /^\.{0,2}\/.*\.m?js$/.test(specifier) ? specifier.replace(/js$/, 'ts') : undefined;
}

/** An error of the compiler, whose types do not declare it. */
interface CompilerError {
  readonly message: string;
  readonly snippet: string;
  readonly startLine: number;
  readonly startColumn: number;
}

/**
 * Compiles a TypeScript module to JavaScript with an inline source map. Types are removed, not checked.
 *
 * @param url of the module
 * @throws SyntaxError with a location like that of Node.js
 */
function compileTypeScript(text: string, url: string): string {
  try {
    const { code, map } = transformSync(text, { mode: 'transform', sourceMap: true, filename: url, module: true });
    if (map === undefined) return code;
    const encoded = Buffer.from(map).toString('base64');
    return `${code}\n//# sourceMappingURL=data:application/json;base64,${encoded}\n`;
  } catch (cause) {
    throw isCompilerError(cause) ? placed(cause, url) : cause;
  }
}

function placed({ message, snippet, startLine, startColumn }: CompilerError, url: string): SyntaxError {
  const error = new SyntaxError(message);
  const place = `${url}:${startLine}:${startColumn + 1}`;
  error.stack = `${place}\n${snippet}\nSyntaxError: ${message}\n    at ${place}`;
  return error;
}

function isCompilerError(cause: unknown): cause is CompilerError {
  return typeof cause === 'object' && cause !== null && 'startLine' in cause && 'snippet' in cause;
}
