import type { Data } from '@ticketgate/sdk';
import { stringify } from 'yaml';

import { VALID } from './catalogue-schema.js';
import type { CatalogueSystem } from './catalogue-system.js';

/** Entries that are read at a time. */
const PAGE = 1_000;

/** Some entries of one kind, as a catalogue file has them. */
export interface ExportedPage {
  readonly key: string;
  /** The first page of its kind. */
  readonly isFirst: boolean;
  readonly entries: readonly Data[];
}

/** The whole catalogue, page by page; applied to the same system it changes nothing. Passwords are not in it. */
export async function* exportCatalogue(system: CatalogueSystem): AsyncGenerator<ExportedPage> {
  for (const kind of system.kinds) {
    for (let after: string | undefined, isFirst = true; ; isFirst = false) {
      const entries = await kind.list({ limit: PAGE, after }, system);
      if (isFirst || entries.length > 0) {
        const written = entries.map(({ isValid, values }) => (isValid ? values : { ...values, [VALID]: false }));
        yield { key: kind.key, isFirst, entries: written };
      }
      if (entries.length < PAGE) break;
      after = entries.at(-1)?.name;
    }
  }
}

const HEAD = `# yaml-language-server: $schema=../node_modules/ticketgate/schemas/catalogue.json
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
