import { isData, type JsonSchema } from '@ticketgate/sdk';
import { listOf, listOfNamed, orNull } from '@ticketgate/sdk/schema';

import type { AdminRoute } from '../api/admin-route.js';
import { rowID, word } from './schemas.js';

/** Most entries of a page. */
const MOST = 200;
/** Entries of a page if the request does not say. */
const USUAL = 50;

export const limitSchema = {
  type: 'integer',
  minimum: 1,
  maximum: MOST,
  default: USUAL,
  description: 'Largest number of entries in the answer.',
} as const;

/** The query of a list whose pages go on before an id. */
export const pageBefore = { limit: limitSchema, before: rowID('the `next` of the page before') } as const;

/** The query of a list whose pages go on after a name. */
export const pageAfter = {
  limit: limitSchema,
  after: { ...word('the `next` of the page before'), minLength: 0 },
} as const;

/** Names of the query parameters that choose a page. */
export const PAGE_PARAMETERS: ReadonlySet<string> = new Set(Object.keys({ ...pageBefore, ...pageAfter }));

export const NO_PAGES = 'This list has no pages; it is answered as a whole.';

/** Whether a list, such as that of plugins, is too short to need pages. */
export function isWholeList({ query, answer }: Pick<AdminRoute, 'query' | 'answer'>): boolean {
  return query === undefined && isData(answer?.properties) && 'items' in answer.properties;
}

/** The entries of a list, with the name that documents use. */
export function asEntries<const Members extends Readonly<Record<string, JsonSchema>>>(name: string, members: Members) {
  return listOfNamed('The entries.', name, members);
}

/** A page, and where the next one begins: null at the end. */
export function pageMembers(items: JsonSchema, next: JsonSchema) {
  return { items: listOf(items, 'The entries.'), next: orNull(next, 'Where the next page begins; null at the end.') };
}

/** A page of a list that is short enough to be read as a whole. */
export function pageByName<Item extends { readonly name: string }>(
  all: readonly Item[],
  { limit: most, after = '' }: { readonly limit: number; readonly after?: string | undefined },
) {
  const behind = all.filter(({ name }) => name > after).sort((a, b) => (a.name < b.name ? -1 : 1));
  return toPage(behind, most, ({ name }) => name);
}

/** The first `limit` entries. Pass one more to find out whether there is a next page. */
export function toPage<Item, Next>(found: readonly Item[], most: number, nextOf: (last: Item) => Next) {
  const items = found.slice(0, most);
  const last = items.at(-1);
  return { items, next: found.length > most && last !== undefined ? nextOf(last) : null };
}
