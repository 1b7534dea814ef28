import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import { defineList, integer, text } from './define-list.js';

export const typeList = defineList<CatalogueEntry>({
  type: 'Catalogue::TypeList',
  summary: 'Lists the types of tickets.',
  path: 'types',
  members: { TypeID: integer(({ id }) => id), Name: text(({ name }) => name) },
  example: { summary: 'All types.', input: {}, output: { Item: [{ TypeID: 1, Name: 'Unclassified' }] } },
  list: ({ catalogue }) => catalogue.types.all.filter(({ isValid }) => isValid),
});
