import { readFileSync } from 'node:fs';

/** Media types of the files in `pages`, by their names. */
const TYPES = {
  'pages.css': 'text/css; charset=utf-8',
  'operations.css': 'text/css; charset=utf-8',
  'operations.js': 'text/javascript; charset=utf-8',
};

/** Files of our own that pages refer to, by name. */
export const pageAssets: Readonly<Record<string, { readonly type: string; readonly text: string }>> =
  Object.fromEntries(Object.entries(TYPES).map(([name, type]) => [name, { type, text: read(name) }]));

function read(name: string): string {
  return readFileSync(new URL(`../../pages/${name}`, import.meta.url), 'utf8');
}

/** The content policy of pages: nothing from elsewhere, and no scripts but ours. The library draws its icons as data and styles elements. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
