import { escapeHTML, htmlPage } from './html.js';

export interface FrontPageParts {
  readonly version: string;
  readonly services: readonly { readonly name: string; readonly paths: readonly string[] }[];
  /** Pages to go on from. */
  readonly links: readonly { readonly path: string; readonly text: string }[];
}

/** `/` in a browser. */
export function frontPageHTML({ version, services, links }: FrontPageParts): string {
  const pages = links.map(({ path, text }) => `<li><a href="${escapeHTML(path)}">${escapeHTML(text)}</a></li>`);
  const rows = services.map(
    ({ name, paths }) =>
      `<li>${escapeHTML(name)}: ${paths.map((path) => `<code>${escapeHTML(path)}</code>`).join(', ')}</li>`,
  );
  const body = `<main>
<h1>Ticketgate</h1>
<p>Version ${escapeHTML(version)}</p>
<ul>
${pages.join('\n')}
</ul>
<h2>Web services</h2>
${rows.length === 0 ? '<p>No web service is served.</p>' : `<ul>\n${rows.join('\n')}\n</ul>`}
</main>`;
  return htmlPage({ title: 'Ticketgate', body, assets: 'docs/assets/' });
}
