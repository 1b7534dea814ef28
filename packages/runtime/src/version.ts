import { createRequire } from 'node:module';

// The package.json is one folder above both `src` and `dist`, and has a version.
const manifest = createRequire(import.meta.url)('../package.json') as { readonly version: string };

export const version = manifest.version;
