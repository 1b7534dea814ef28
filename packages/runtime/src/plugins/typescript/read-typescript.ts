import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';

let isReading = false;

/** True for the files that this loader compiles. */
export function isTypeScript(path: string): boolean {
  return /\.m?ts$/.test(path);
}

/**
 * From now on this process imports TypeScript, on every version of Node and also below `node_modules`; stacks name the lines that
 * the author wrote. It costs a thread, so it is only called where there is TypeScript.
 */
export function readTypeScript(): void {
  const hooks = new URL('./hooks.js', import.meta.url);
  // Where our own sources run as they are, whoever compiles them compiles those of plugins too.
  if (isReading || !existsSync(fileURLToPath(hooks))) return;
  isReading = true;
  register(hooks);
  process.setSourceMapsEnabled(true);
}
