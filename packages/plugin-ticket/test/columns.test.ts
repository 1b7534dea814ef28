import { columnsWith, compilePresenter, collectSchemas, selectList, writtenColumns } from '../src/columns/columns.js';
import { INTEGER, TEXT } from '../src/columns/member-schemas.js';

const column = columnsWith<{ readonly people: ReadonlyMap<number, string> }>();

const ROOMS = {
  number: column('int', 'r.room_number', { Number: [INTEGER], Floor: [INTEGER, (number) => Math.floor(number / 100)] }),
  ownerID: column('int?', 'r.owner_id', {
    Owner: [TEXT, (id, { people }) => (id === null ? undefined : people.get(id)), 'given'],
  }),
  isEdited: column('boolean', undefined, { IsEdited: [INTEGER, Number, 'hasVersionFlags'] }),
};
const ROW = { number: 204, ownerID: 7, isEdited: true };
const sources = { people: new Map([[7, 'Ada']]) };

describe('a table of columns', () => {
  it('says what a statement selects, but for columns with an expression of their own', () => {
    expect(selectList(ROOMS)).toBe('r.room_number as "number", r.owner_id as "ownerID"');
  });

  it('says the types of what a statement writes', () => {
    const { ownerID } = ROOMS;
    const written = writtenColumns({ ownerID }, ({ person }: { readonly person: number }) => ({ ownerID: person }));
    expect(written.types).toEqual({ owner_id: 'int' });
    expect(written.members).toEqual(['ownerID']);
    expect(written.toRow({ person: 7 })).toEqual({ ownerID: 7 });
  });

  it('has a schema for each member', () => {
    expect(collectSchemas(ROOMS)).toEqual({ Number: INTEGER, Floor: INTEGER, Owner: TEXT, IsEdited: INTEGER });
  });

  it('presents a member that hosts differ in where the host has it', () => {
    const flags = { hasVersionFlags: true, hasChannelName: false };
    expect(compilePresenter(ROOMS, flags)(ROW, sources)).toEqual({ Number: 204, Floor: 2, Owner: 'Ada', IsEdited: 1 });
    expect(compilePresenter(ROOMS)(ROW, sources)).not.toHaveProperty('IsEdited');
  });

  it('leaves a member out that is there only with a value', () => {
    expect(compilePresenter(ROOMS)({ ...ROW, ownerID: null }, sources)).not.toHaveProperty('Owner');
  });
});
