import type { Data } from '@ticketgate/sdk';

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
