/** Media types of the files in `pages`, by their names. */
const TYPES = {
  'pages.css': 'text/css; charset=utf-8',
  'operations.css': 'text/css; charset=utf-8',
  'operations.js': 'text/javascript; charset=utf-8',
};

/** Files of our own that pages refer to, by name: where each is, and its media type. */
export const pageAssets: ReadonlyMap<string, { readonly type: string; readonly file: URL }> = new Map(
  Object.entries(TYPES).map(([name, type]) => [name, { type, file: new URL(`../../pages/${name}`, import.meta.url) }]),
);

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
