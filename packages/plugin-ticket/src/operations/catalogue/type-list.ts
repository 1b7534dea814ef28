import { defineList } from './define-list.js';

/** Catalogue::TypeList */
export const typeList = defineList({
  type: 'Catalogue::TypeList',
  summary: 'Lists the types of tickets.',
  path: 'types',
  entry: { TypeID: { type: 'integer' }, Name: { type: 'string' } },
  example: { summary: 'All types.', input: {}, output: { Item: [{ TypeID: 1, Name: 'Unclassified' }] } },
  list: ({ catalogue }) =>
    catalogue.types.all.filter(({ isValid }) => isValid).map(({ id, name }) => ({ TypeID: id, Name: name })),
});
