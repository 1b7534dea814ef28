import { sql, statement } from '../../src/postgres/index.js';

interface Ticket {
  readonly id: number;
  readonly title: string;
}

const id = (ticket: Ticket): number => ticket.id;

describe('SQL that numbers itself', () => {
  it('numbers values where they are used, and sends a value that is used twice only once', () => {
    const audit = sql<Ticket>`changed_by = ${id}`;
    const update = statement(sql<Ticket>`update ticket set title = ${({ title }) => title}, ${audit} where id = ${id}`);
    expect(update.text).toBe('update ticket set title = $1, changed_by = $2 where id = $2');
    expect(update.valuesOf({ id: 7, title: 'Ink' })).toEqual(['Ink', 7]);
  });

  it('has the same text for all values', () => {
    const table = 'ticket';
    const find = statement(sql<Ticket>`select title from ${table} where id = ${id}`);
    expect(find.text).toBe('select title from ticket where id = $1');
    expect([find.valuesOf({ id: 1, title: '' }), find.valuesOf({ id: 2, title: '' })]).toEqual([[1], [2]]);
  });
});
