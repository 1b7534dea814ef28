/** The look of all pages. */
const PAGES_CSS = `:root { color-scheme: light; font: 1rem/1.5 system-ui, sans-serif; color: #1f2933; background: #fff; }
body { margin: 0; }
body > header, body > main { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
a { color: #0b5394; }
code { background: #f0f2f5; padding: 0 0.25rem; }
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
  for (const heading of root.querySelectorAll(':is(h3, h4, h5):not([aria-level])')) {
    heading.setAttribute('aria-level', String(Number(heading.tagName.slice(1)) - 1));
  }
  for (const part of root.querySelectorAll('.scheme-container:not([role])')) {
    part.setAttribute('role', 'region');
    part.setAttribute('aria-label', 'Server and credentials');
  }
}
window.addEventListener('DOMContentLoaded', () => {
  window.SwaggerUIBundle({
    url: 'openapi.json',
    dom_id: '#operations',
    deepLinking: false,
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

/** Where the look of the library is hard to read. */
const OPERATIONS_CSS = `.swagger-ui .info { display: none; }
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
