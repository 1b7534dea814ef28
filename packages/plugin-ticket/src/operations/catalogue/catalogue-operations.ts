import type { Operation } from '@ticketgate/sdk';

import type { CatalogueEntry } from '../../catalogue/catalogue.js';
import type { TicketSystem } from '../../plugin/ticket-system.js';
import { integer, listOf, text } from './define-list.js';
import { dynamicFieldList } from './dynamic-field-list.js';
import { dynamicFieldValues } from './dynamic-field-values.js';
import { queueList } from './queue-list.js';
import { serviceList } from './service-list.js';
import { stateList } from './state-list.js';

export const typeList = listOf<CatalogueEntry>()({
  type: 'Catalogue::TypeList',
  summary: 'Lists the types of tickets.',
  path: 'types',
  members: { TypeID: integer(({ id }) => id), Name: text(({ name }) => name) },
  example: { summary: 'All types.', input: {}, output: { Item: [{ TypeID: 1, Name: 'Unclassified' }] } },
  list: ({ catalogue }) => catalogue.types.all.filter(({ isValid }) => isValid),
});

export const priorityList = listOf<CatalogueEntry>()({
  type: 'Catalogue::PriorityList',
  summary: 'Lists the priorities of tickets.',
  path: 'priorities',
  members: { PriorityID: integer(({ id }) => id), Name: text(({ name }) => name) },
  example: { summary: 'All priorities.', input: {}, output: { Item: [{ PriorityID: 3, Name: '3 normal' }] } },
  list: ({ catalogue }) => catalogue.priorities.all.filter(({ isValid }) => isValid),
});

/** All operations `Catalogue::…`. Not a list of them, for which the compiler would compare the types of each with those of the others. */
export const catalogueOperations = Object.values<Operation<TicketSystem>>({
  queueList,
  stateList,
  priorityList,
  serviceList,
  typeList,
  dynamicFieldList,
  dynamicFieldValues,
});
