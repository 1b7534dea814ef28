import type { Bind } from './bind.js';

/** An expression of a row that equals one of some values. */
export interface IndexedValues {
  /** For example `lower(t.title)`. */
  readonly expression: string;
  /** What an index on it begins with, after the id of the field for values of dynamic fields: `lower((title)::text)`. */
  readonly indexed: string;
  /** The values, as an array. */
  readonly values: (bind: Bind) => string;
}

/** How an index finds tickets, without the statistics of PostgreSQL: in the order of the index, and only the first ones. */
export interface IndexLookUp {
  readonly index: { readonly table: string; readonly columns: string };
  /** Look-ups that rather find few tickets come first. */
  readonly rank: number;
  /** The condition needs no check of its own for the rows that it finds. */
  readonly isExact: boolean;
  /** The rows `t` with these columns; without an id where a ticket is gone. */
  readonly rows: (bind: Bind, columns: string) => string;
  /** How many entries of the index were read, with each row. */
  readonly count: string;
}

/** Entries of an index that are read at most. So many tickets are checked and sorted within a millisecond or two. */
export const MOST_FOUND = 1000;

/**
 * As a subquery, it makes PostgreSQL plan for a part of the rows: reading the index in its order costs less than anything that has to be
 * sorted, however many rows it expects.
 */
const LIMIT = `(select ${MOST_FOUND + 1})`;

/** By an index of `ticket`. */
export function ticketLookUp({ expression, indexed, values }: IndexedValues, rank: number): IndexLookUp {
  return {
    index: { table: 'ticket', columns: `btree (${indexed})` },
    rank,
    isExact: true,
    rows: (bind, columns) => `(select *, count(*) over () as found from (
  select ${columns} from ticket t where ${expression} = any(${values(bind)}) order by ${expression} limit ${LIMIT}) t) t`,
    count: 't.found',
  };
}

/**
 * By an index of `dynamic_field_value` on the field and a value of the row `v`. Each value is looked up between itself and itself: PostgreSQL
 * takes one share of the table for that, whatever its statistics say.
 */
export function fieldLookUp(fieldID: number, { expression, indexed, values }: IndexedValues): IndexLookUp {
  return {
    index: { table: 'dynamic_field_value', columns: `btree (field_id, ${indexed})` },
    rank: 4,
    isExact: false,
    rows: (
      bind,
      columns,
    ) => `(select distinct v.object_id, v.found from (select v.object_id, count(*) over () as found from (
  select v.object_id from unnest(array(select unnest(${values(bind)}))) w (value) cross join lateral (select v.object_id from dynamic_field_value v
    where v.field_id = ${bind(fieldID, 'bigint')} and ${expression} between w.value and w.value order by ${expression} limit ${LIMIT}) v
  limit ${LIMIT}) v) v) v
left join lateral (select ${columns} from ticket t where t.id = v.object_id offset 0) t on true`,
    count: 'v.found',
  };
}
