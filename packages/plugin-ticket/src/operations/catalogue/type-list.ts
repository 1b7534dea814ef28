import { defineList } from './define-list.js';

/** Catalogue::TypeList */
export const typeList = defineList({
  type: 'Catalogue::TypeList',
  summary: 'Lists the types of tickets.',
  entry: { TypeID: { type: 'integer' }, Name: { type: 'string' } },
  list: ({ catalogue }) =>
    catalogue.types.all.filter(({ isValid }) => isValid).map(({ id, name }) => ({ TypeID: id, Name: name })),
});
