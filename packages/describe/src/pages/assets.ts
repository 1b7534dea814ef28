const TYPES = {
  'pages.css': 'text/css; charset=utf-8',
  'operations.css': 'text/css; charset=utf-8',
  'operations.js': 'text/javascript; charset=utf-8',
};

/** Our own files that pages refer to, by name: each one's media type and place. */
export const pageAssets: ReadonlyMap<string, { readonly type: string; readonly file: URL }> = new Map(
  Object.entries(TYPES).map(([name, type]) => [name, { type, file: new URL(`../../pages/${name}`, import.meta.url) }]),
);

/** The Content-Security-Policy of pages: nothing from elsewhere, and only our scripts. The library uses data URLs for icons, and inline styles. */
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
