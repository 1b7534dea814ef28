#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// Deprecations in dependencies are nothing that whoever runs it can change. --trace-deprecation shows them.
process.noDeprecation = process.traceDeprecation !== true;

// Optimizing code takes a fifth of the processor time of a short command, and pays off only if it runs longer. The flags of a
// server stay as they are.
if (!process.argv.includes('serve')) {
  setFlagsFromString('--no-opt');
  setTimeout(() => setFlagsFromString('--opt'), 1_000).unref();
}

const main = new URL('../dist/command/main.js', import.meta.url);
if (existsSync(fileURLToPath(main))) {
  const { runCommand } = await import(main.href);
  await runCommand(process.argv);
} else {
  process.stderr.write('Ticketgate has not been built yet. Run "npm start" once, or "npm install && npm run build".\n');
  process.exitCode = 2;
}
