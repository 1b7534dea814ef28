/** The look of all pages, with the colours of the console. */
const PAGES_CSS = `:root {
  color-scheme: light dark;
  --canvas: light-dark(#ffffff, #111214);
  --side: light-dark(#f7f7f8, #0c0d0f);
  --raised: light-dark(#ffffff, #191a1e);
  --sunken: light-dark(#f6f6f8, #16171a);
  --line: light-dark(#e7e7eb, #27282d);
  --text: light-dark(#16171b, #ececef);
  --text-quiet: light-dark(#585a63, #a6a8b1);
  --accent: light-dark(#4f46e5, #8f89ff);
  font: 14px/1.5 ui-sans-serif, system-ui, sans-serif;
  color: var(--text);
  background: var(--canvas);
}
body { margin: 0; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
code, pre { font: 12.5px/1.6 ui-monospace, monospace; }
pre { margin: 12px 0 0; padding: 8px 12px; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--line); border-radius: 7px; background: var(--sunken); }
h1 { font-size: 20px; }
h2, h3 { font-size: 16px; margin: 0; }
.quiet { color: var(--text-quiet); }
.top { display: flex; flex-wrap: wrap; gap: 24px; padding: 12px 24px; border-bottom: 1px solid var(--line); background: var(--side); }
.top .brand { color: var(--text); font-weight: 650; }
body > main, body > .head { max-width: 70rem; margin: 0 auto; padding: 24px; }
.cards { display: grid; margin: 16px 0 24px; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: 16px; padding: 0; list-style: none; }
.card { min-width: 0; padding: 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--raised); }
.card ul { padding: 0; margin: 12px 0 0; list-style: none; }
.card li { display: flex; gap: 8px; overflow-wrap: anywhere; }
.method { min-width: 4em; color: var(--text-quiet); font: 12.5px/1.7 ui-monospace, monospace; }
`;

/**
 * Starts the list of operations, and gives names to what the library leaves without any, so that those who do not see the page can
 * use it. Nothing is asked of other hosts: no validator badge, no fonts.
 */
const OPERATIONS_JS = `'use strict';
const NAMES = [
  ['#servers', 'Server'],
  ['select.examples-select-element', 'Example'],
  ['select.content-type', 'Media type'],
  ['textarea.body-param__text', 'Body of the request'],
];
function nameThem(root) {
  for (const [selector, name] of NAMES) {
    for (const element of root.querySelectorAll(selector + ':not([aria-label])')) element.setAttribute('aria-label', name);
  }
  // Within a button, which leads to the same address.
  for (const link of root.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href');
  for (const heading of root.querySelectorAll(':is(h3, h4, h5):not([aria-level])')) {
    heading.setAttribute('aria-level', String(Number(heading.tagName.slice(1)) - 1));
  }
  for (const part of root.querySelectorAll('.scheme-container:not([role])')) {
    part.setAttribute('role', 'region');
    part.setAttribute('aria-label', 'Server and credentials');
  }
}
const dark = window.matchMedia('(prefers-color-scheme: dark)');
const dress = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', dress);
dress();
window.addEventListener('DOMContentLoaded', () => {
  window.SwaggerUIBundle({
    url: 'openapi.json',
    dom_id: '#operations',
    deepLinking: true,
    syntaxHighlight: false,
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    persistAuthorization: false,
    validatorUrl: null,
    layout: 'BaseLayout',
    presets: [window.SwaggerUIBundle.presets.apis],
  });
  const root = document.getElementById('operations');
  new MutationObserver(() => nameThem(root)).observe(root, { childList: true, subtree: true });
});
`;

/** Where the look of the library is hard to read. It has one of its own for the dark. */
const OPERATIONS_CSS = `.swagger-ui .info { display: none; }
html.dark-mode { background: var(--canvas); }
html:not(.dark-mode) {
  .swagger-ui .btn.authorize, .swagger-ui .btn.authorize span { color: #1b6b3a; }
  .swagger-ui .btn.execute { background: #0b5394; border-color: #0b5394; }
  .swagger-ui .btn.cancel { color: #a61b1b; border-color: #a61b1b; }
  .swagger-ui .download-contents { background: #3b4a5a; }
  .swagger-ui .parameter__in { color: #4a4a4a; }
  .swagger-ui .opblock .opblock-summary-method { text-shadow: none; }
  .swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0b5394; }
  .swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1b6b3a; }
  .swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a4b00; }
  .swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0f6674; }
  .swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #a61b1b; }
}
`;

/** Files of our own that pages refer to, by name. */
export const pageAssets: Readonly<Record<string, { readonly type: string; readonly text: string }>> = {
  'pages.css': { type: 'text/css; charset=utf-8', text: PAGES_CSS },
  'operations.css': { type: 'text/css; charset=utf-8', text: OPERATIONS_CSS },
  'operations.js': { type: 'text/javascript; charset=utf-8', text: OPERATIONS_JS },
};

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
