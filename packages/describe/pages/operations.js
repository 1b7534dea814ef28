'use strict';
// Starts the list of operations, and gives names to what the library leaves without any, so that those who do not see the page can use it.
// Nothing is asked of other hosts: no validator badge, no fonts.
const NAMES = [
  ['#servers', 'Server'],
  ['select.examples-select-element', 'Example'],
  ['select.content-type', 'Media type'],
  ['textarea.body-param__text', 'Body of the request'],
];
function nameThem(root) {
  for (const [selector, name] of NAMES) {
    for (const element of root.querySelectorAll(selector + ':not([aria-label])'))
      element.setAttribute('aria-label', name);
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
