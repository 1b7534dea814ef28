import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import { defineList, integer, text } from './define-list.js';

export const priorityList = defineList<CatalogueEntry>({
  type: 'Catalogue::PriorityList',
  summary: 'Lists the priorities of tickets.',
  path: 'priorities',
  members: { PriorityID: integer(({ id }) => id), Name: text(({ name }) => name) },
  example: { summary: 'All priorities.', input: {}, output: { Item: [{ PriorityID: 3, Name: '3 normal' }] } },
  list: ({ catalogue }) => catalogue.priorities.all.filter(({ isValid }) => isValid),
});
