import type { State } from '../../catalogue/catalogue.js';
import { integer, listOf, text } from './define-list.js';

export const stateList = listOf<State>()({
  type: 'Catalogue::StateList',
  summary: 'Lists the states of tickets with their types.',
  path: 'states',
  members: {
    StateID: integer(({ id }) => id),
    Name: text(({ name }) => name),
    TypeID: integer(({ typeID }) => typeID),
    TypeName: text(({ typeName }) => typeName, 'For example open, closed or pending reminder.'),
    Comment: text(({ comment }) => comment),
  },
  example: {
    summary: 'All states.',
    input: {},
    output: { Item: [{ StateID: 1, Name: 'new', TypeID: 1, TypeName: 'new', Comment: 'New ticket.' }] },
  },
  list: ({ catalogue }) => catalogue.states.all.filter(({ isValid }) => isValid),
});
