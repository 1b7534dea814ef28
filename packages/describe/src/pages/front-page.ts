import { escapeHTML, htmlPage } from './html.js';

export interface FrontPageParts {
  readonly version: string;
  readonly services: readonly { readonly name: string; readonly paths: readonly string[] }[];
  /** Pages to go on from. */
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
