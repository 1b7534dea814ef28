import { defineList } from './define-list.js';

/** Catalogue::PriorityList */
export const priorityList = defineList({
  type: 'Catalogue::PriorityList',
  summary: 'Lists the priorities of tickets.',
  path: 'priorities',
  entry: { PriorityID: { type: 'integer' }, Name: { type: 'string' } },
  example: { summary: 'All priorities.', input: {}, output: { Item: [{ PriorityID: 3, Name: '3 normal' }] } },
  list: ({ catalogue }) =>
    catalogue.priorities.all.filter(({ isValid }) => isValid).map(({ id, name }) => ({ PriorityID: id, Name: name })),
});
