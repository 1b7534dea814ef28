import { stringify } from 'yaml';

import type { ExportedPage } from './export-catalogue.js';

const HEAD = `# yaml-language-server: $schema=../node_modules/@ticketgate/server/schemas/catalogue.json
# Written by "ticketgate catalogue export"; "ticketgate catalogue apply" reads it. Passwords are not in it.
`;

/** A catalogue file. */
export async function renderCatalogue(pages: AsyncIterable<ExportedPage>): Promise<string> {
  const parts = [HEAD];
  for await (const page of pages) parts.push(renderPage(page));
  return parts.join('');
}

function renderPage({ key, isFirst, entries }: ExportedPage): string {
  if (entries.length === 0) return `\n${key}: []\n`;
  const lines = stringify(entries, { lineWidth: 0 }).trimEnd().split('\n');
  return `${isFirst ? `\n${key}:\n` : ''}${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
}
