import { defineList } from './define-list.js';

/** Catalogue::StateList */
export const stateList = defineList({
  type: 'Catalogue::StateList',
  summary: 'Lists the states of tickets with their types.',
  path: 'states',
  entry: {
    StateID: { type: 'integer' },
    Name: { type: 'string' },
    TypeID: { type: 'integer' },
    TypeName: { type: 'string', description: 'For example open, closed or pending reminder.' },
    Comment: { type: 'string' },
  },
  example: {
    summary: 'All states.',
    input: {},
    output: { Item: [{ StateID: 1, Name: 'new', TypeID: 1, TypeName: 'new', Comment: 'New ticket.' }] },
  },
  list: ({ catalogue }) =>
    catalogue.states.all
      .filter(({ isValid }) => isValid)
      .map(({ id, name, typeID, typeName, comment }) => ({
        StateID: id,
        Name: name,
        TypeID: typeID,
        TypeName: typeName,
        Comment: comment,
      })),
});
