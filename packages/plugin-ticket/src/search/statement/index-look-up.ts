import type { Bind } from './bind.js';

/** An expression of a row that equals one of some values. */
export interface IndexedValues {
  /** For example `lower(t.title)`. */
  readonly expression: string;
  /** The first expression of the index, after the id of the field for values of dynamic fields: `lower((title)::text)`. */
  readonly indexed: string;
  /** The values, as an array. */
  readonly values: (bind: Bind) => string;
}

/** For example `btree (lower((title)::text))` of `ticket`. */
export interface Index {
  readonly table: string;
  readonly columns: string;
}

/** How an index finds tickets, without the statistics of PostgreSQL: in the order of the index, and only the first ones. */
export interface IndexLookUp {
  readonly index: Index;
  /** Look-ups that rather find few tickets come first. */
  readonly rank: number;
  /** The rows `t` with these columns and {@link IndexLookUp.count}; without an id where a ticket is gone. */
  readonly rows: (bind: Bind, columns: string) => string;
  /** How many entries of the index were read, with each row. */
  readonly count: string;
  /** The rows without the count, where they need no check of their own for the condition; undefined where they do. */
  readonly exactRows: ((bind: Bind, columns: string) => string) | undefined;
}

/** Entries of an index that are read at most. So many tickets are checked and sorted within a millisecond or two. */
export const MOST_FOUND = 1000;

/**
 * As a subquery, it makes PostgreSQL plan for a part of the rows: reading the index in its order costs less than anything that has to be
 * sorted, however many rows it expects.
 */
const LIMIT = `(select ${MOST_FOUND + 1})`;

/** The properties that an index of `ticket` must have. */
export interface IndexedTickets extends Omit<IndexedValues, 'indexed'> {
  readonly index: Index;
  readonly rank: number;
}

export function ticketLookUp({ index, rank, expression, values }: IndexedTickets): IndexLookUp {
  const exactRows = (bind: Bind, columns: string) =>
    `select ${columns} from ticket t where ${expression} = any(${values(bind)}) order by ${expression} limit ${LIMIT}`;
  return {
    index,
    rank,
    rows: (bind, columns) => `(select *, count(*) over () as found from (
  ${exactRows(bind, columns)}) t) t`,
    count: 't.found',
    exactRows,
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
    exactRows: undefined,
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
