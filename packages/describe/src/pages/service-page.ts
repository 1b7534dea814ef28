import { escapeHTML, htmlPage } from './html.js';

export interface ListedService {
  readonly name: string;
  readonly description: string;
}

/** `/docs/<Service>/`: every operation, with a form to try it. The operations come from the document beside the page. */
export function servicePage({ name, description }: ListedService): string {
  const note = description === '' ? '' : `<p>${escapeHTML(description)}</p>`;
  const body = `<header>
<nav aria-label="Documentation"><a href="../">All web services</a></nav>
<h1>${escapeHTML(name)}</h1>
${note}
<p>For programs: <a href="openapi.json">openapi.json</a>, <a href="openapi.yaml">openapi.yaml</a></p>
</header>
<div id="operations"><p>The operations are being loaded; that needs JavaScript.</p></div>`;
  const head = `<link rel="stylesheet" href="../assets/swagger-ui.css">
<link rel="stylesheet" href="../assets/operations.css">
<script src="../assets/swagger-ui-bundle.js" defer></script>
<script src="../assets/operations.js" defer></script>
`;
  return htmlPage({ title: `${name} – Ticketgate`, body, head, assets: '../assets/' });
}

/** `/docs/`: the services that have documentation. */
export function servicesPage(services: readonly ListedService[]): string {
  const items = services.map(
    ({ name, description }) =>
      `<li><a href="${encodeURIComponent(name)}/">${escapeHTML(name)}</a>${description === '' ? '' : `<br>${escapeHTML(description)}`}</li>`,
  );
  const list =
    items.length === 0 ? '<p>No web service has public documentation.</p>' : `<ul>\n${items.join('\n')}\n</ul>`;
  const schemas = ['definition', 'gateway', 'catalogue'].map(
    (name) => `<li><a href="schemas/${name}.json">${name}.json</a></li>`,
  );
  const body = `<main>
<nav aria-label="Documentation"><a href="../">Ticketgate</a></nav>
<h1>Web services</h1>
${list}
<h2>JSON Schemas for editors</h2>
<ul>
${schemas.join('\n')}
</ul>
</main>`;
  return htmlPage({ title: 'Web services – Ticketgate', body, assets: 'assets/' });
}
