import { dynamicFieldList } from './dynamic-field-list.js';
import { dynamicFieldValues } from './dynamic-field-values.js';
import { queueList } from './queue-list.js';
import { serviceList } from './service-list.js';
import { stateList } from './state-list.js';
import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import { defineList, integer, text } from './define-list.js';

const typeList = defineList<CatalogueEntry>({
  type: 'Catalogue::TypeList',
  summary: 'Lists the types of tickets.',
  path: 'types',
  members: { TypeID: integer(({ id }) => id), Name: text(({ name }) => name) },
  example: { summary: 'All types.', input: {}, output: { Item: [{ TypeID: 1, Name: 'Unclassified' }] } },
  list: ({ catalogue }) => catalogue.types.all.filter(({ isValid }) => isValid),
});

const priorityList = defineList<CatalogueEntry>({
  type: 'Catalogue::PriorityList',
  summary: 'Lists the priorities of tickets.',
  path: 'priorities',
  members: { PriorityID: integer(({ id }) => id), Name: text(({ name }) => name) },
  example: { summary: 'All priorities.', input: {}, output: { Item: [{ PriorityID: 3, Name: '3 normal' }] } },
  list: ({ catalogue }) => catalogue.priorities.all.filter(({ isValid }) => isValid),
});

/** All operations `Catalogue::…`. */
export const catalogueOperations = [
  queueList,
  stateList,
  priorityList,
  serviceList,
  typeList,
  dynamicFieldList,
  dynamicFieldValues,
];
