import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

let isReading = false;

/** Whether a file is compiled by this loader. */
export function isTypeScript(path: string): boolean {
  return /\.m?ts$/.test(path);
}

/**
 * Lets this process import TypeScript, on every version of Node.js and also below `node_modules`, with source maps for stacks. It starts a
 * thread, so it is only called for TypeScript.
 */
export function readTypeScript(): void {
  const hooks = new URL('./hooks.js', import.meta.url);
  // If our own sources run uncompiled, their compiler also compiles plugins.
  if (isReading || !existsSync(fileURLToPath(hooks))) return;
  isReading = true;
  register(hooks);
  process.setSourceMapsEnabled(true);
}
