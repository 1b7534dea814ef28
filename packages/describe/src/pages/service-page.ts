import type { DescribedService, OwnDocument } from '../described-service.js';
import { escapeHTML, htmlPage } from './html.js';

/** A web service in the list of services. */
export interface ServiceCard {
  readonly name: string;
  readonly description: string;
  readonly ownDocument: OwnDocument | undefined;
  readonly calls: readonly CardCall[];
}

interface CardCall {
  /** `ANY` for all. */
  readonly method: string;
  readonly path: string;
  readonly operation: string;
  /** The group of operations, `Ticket` for Ticket::TicketGet. */
  readonly group: string;
}

/** Most calls on a card; the page of the service shows all. */
const MOST_CALLS = 8;

/** `/docs/<Service>/`: every operation, with a form to try it. The page loads the operations from the OpenAPI document next to it. */
export function servicePage(service: DescribedService): string {
  const { name, description, ownDocument: own } = service;
  const note = description === '' ? '' : `<p>${escapeHTML(description)}</p>`;
  const body = `<section class="head" aria-labelledby="service">
<nav aria-label="Documentation"><a href="../">All web services</a></nav>
<h1 id="service">${escapeHTML(name)}</h1>
${note}
<p>For programs: ${own === undefined ? DOCUMENT : linkTo(own, name, '../../')}</p>
${own === undefined ? '' : renderOperations(service)}</section>
${own === undefined ? LOADING : ''}`;
  const head = own === undefined ? SCRIPTS : '';
  return htmlPage({ title: `${name} – Ticketgate`, body, head, root: '../../' });
}

const DOCUMENT = '<a href="openapi.json">openapi.json</a>';
const LOADING = '<div id="operations"><p>The operations are being loaded; that needs JavaScript.</p></div>';
const SCRIPTS = `<link rel="stylesheet" href="../assets/swagger-ui.css">
<link rel="stylesheet" href="../assets/operations.css">
<script src="../assets/swagger-ui-bundle.js" defer></script>
<script src="../assets/operations.js" defer></script>
`;

function linkTo(document: OwnDocument, service: string, root: string): string {
  return `<a href="${root}Webservice/${escapeHTML(encodeURIComponent(service))}?${document.query}">${document.name}</a>`;
}

/** Without JSON, operations cannot be tried on the page. */
function renderOperations({ operations }: DescribedService): string {
  const rows = operations.map(({ name, summary }) => `<dt>${escapeHTML(name)}</dt><dd>${escapeHTML(summary)}</dd>`);
  return `<dl>\n${rows.join('\n')}\n</dl>\n`;
}

/** `/docs/`: the services that have documentation; `origin` is the address for clients. */
export function servicesPage(services: readonly ServiceCard[], origin: string): string {
  const items = services.map((service) => `<li class="card">${renderCard(service, origin)}</li>`);
  const list =
    items.length === 0
      ? '<p>No web service has public documentation.</p>'
      : `<ul class="cards">\n${items.join('\n')}\n</ul>`;
  const schemas = ['definition', 'gateway', 'catalogue'].map(
    (name) => `<li><a href="schemas/${name}.json">${name}.json</a></li>`,
  );
  const body = `<main>
<h1>Web services</h1>
${list}
<h2>JSON Schemas for editors</h2>
<ul>
${schemas.join('\n')}
</ul>
</main>`;
  return htmlPage({ title: 'Web services – Ticketgate', body, root: '../' });
}

function renderCard({ name, description, calls, ownDocument }: ServiceCard, origin: string): string {
  const page = `${encodeURIComponent(name)}/`;
  const note = description === '' ? '' : `<p class="quiet">${escapeHTML(description)}</p>`;
  const rows = calls
    .slice(0, MOST_CALLS)
    .map(
      ({ method, path, group, operation }) =>
        `<li><span class="method">${escapeHTML(method)}</span><a href="${escapeHTML(`${page}#/${encodeURIComponent(group)}/${encodeURIComponent(operation)}`)}">${escapeHTML(path || operation)}</a></li>`,
    );
  const more = calls.length > MOST_CALLS ? `<li><a href="${page}">and ${calls.length - MOST_CALLS} more</a></li>` : '';
  return `<h2><a href="${page}">${escapeHTML(name)}</a></h2>
${note}
<ul>
${rows.join('\n')}${more}
</ul>${ownDocument === undefined ? renderCurl(name, calls, origin) : `<p>${linkTo(ownDocument, name, '../')}</p>`}`;
}

/** A request to start with: if possible, one without a body. */
function renderCurl(name: string, calls: readonly CardCall[], origin: string): string {
  const call = calls.find(({ method }) => method === 'GET') ?? calls[0];
  if (call === undefined) return '';
  const body = call.method === 'GET' ? '' : ` -H 'Content-Type: application/json' -d '{}'`;
  const method = body === '' || call.method === 'ANY' ? '' : `-X ${call.method} `;
  const address = `${origin}/Webservice/${encodeURIComponent(name)}${call.path}`;
  return `\n<pre>${escapeHTML(`curl ${method}-H "X-API-Key: $KEY"${body} '${address}'`)}</pre>`;
}

interface FrontPageParts {
  readonly version: string;
  readonly services: readonly { readonly name: string; readonly paths: readonly string[] }[];
  /** Links to other pages. */
  readonly links: readonly { readonly path: string; readonly text: string }[];
}

/** `/` in a browser. */
export function frontPageHTML({ version, services, links }: FrontPageParts): string {
  const pages = links.map(
    ({ path, text }) => `<li class="card"><a href="${escapeHTML(path)}">${escapeHTML(text)}</a></li>`,
  );
  const cards = services.map(
    ({ name, paths }) =>
      `<li class="card"><h3>${escapeHTML(name)}</h3>${paths.map((path) => `<div><code>${escapeHTML(path)}</code></div>`).join('')}</li>`,
  );
  const body = `<main>
<h1>Ticketgate</h1>
<p class="quiet">Version ${escapeHTML(version)}</p>
<ul class="cards">
${pages.join('\n')}
</ul>
<h2>Web services</h2>
${cards.length === 0 ? '<p>No web service is served.</p>' : `<ul class="cards">\n${cards.join('\n')}\n</ul>`}
</main>`;
  return htmlPage({ title: 'Ticketgate', body, root: '' });
}
