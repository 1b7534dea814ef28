import { createRequire } from 'node:module';

// Our own manifest; from `src` and from `dist` it is one folder up.
const manifest = createRequire(import.meta.url)('../package.json') as { readonly version: string };

export const version = manifest.version;
