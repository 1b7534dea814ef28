import type { Data, Caller, Settings } from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';
import type { Moment } from '../../time/moment.js';

/** The data that the conditions of a search are built from. */
export interface SearchSources extends Moment {
  readonly input: Data;
  readonly catalogue: Catalogue;
  readonly settings: Settings;
  readonly caller: Caller;
}

export interface Criteria {
  /** The parameters that it reads; `always` if it must run without them too, or their names are unknown. */
  readonly parameters: readonly string[] | 'always';
  /** Builds conditions: none for absent parameters, NOTHING for invalid ones. */
  readonly conditions: (sources: SearchSources) => readonly Condition[];
}

/** An expression of a row that equals one of some values. */
interface IndexedValues {
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
  /** Look-ups that usually find few tickets come first. */
  readonly rank: number;
  /** The rows `t` with these columns and {@link IndexLookUp.count}; without an id where a ticket is gone. */
  readonly rows: (bind: Bind, columns: string) => string;
  /** How many entries of the index were read, with each row. */
  readonly count: string;
  /** The rows without the count, where they need no check of their own for the condition; undefined if they do. */
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
interface IndexedTickets extends Omit<IndexedValues, 'indexed'> {
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

/** Whether a table has an index on such columns, as PostgreSQL writes them: `btree (lower((title)::text))`. */
export type HasIndex = (table: string, columns: string) => boolean;

/**
 * Binds a value to a placeholder and returns that with its type, for example `$3::bigint[]`. Without one, PostgreSQL takes the type of
 * what the value is compared to.
 */
export interface Bind {
  (value: unknown, type?: 'bigint' | 'bigint[]' | 'text' | 'text[]' | 'timestamp' | 'timestamp[]'): string;
  /**
   * The rows `t` are few whatever the values are, and the plan is kept: values are hidden from the planner, and other tables are asked
   * for each row (`idIn`, `existsRow`).
   */
  readonly isBounded?: boolean;
  /** Which indexes there are; without it, all. */
  readonly hasIndex?: HasIndex;
}

/**
 * A condition on the row `t` of `ticket`. Its text depends on the shape of the request, on how many values there are and on how `Bind` wants
 * them, but never on the values, except for whether they have letters.
 */
export interface Condition {
  (bind: Bind): string;
  /** The parts of a conjunction. */
  readonly parts?: readonly Condition[];
  /** The values of an indexed expression that meet the condition. */
  readonly indexed?: IndexedValues;
  /** Index look-ups for the condition; the first one whose index exists is used. */
  readonly lookUps?: readonly IndexLookUp[];
  /** It compares a text of the ticket with patterns: only reading tickets tells how many meet it. */
  readonly isPattern?: boolean;
}

/** A condition that no ticket meets: the meaning of invalid parameters (`docs/compatibility.md`). */
export const NOTHING: Condition = () => 'false';

/** The conjunction of conditions; {@link NOTHING} if one of them is. */
export function every(conditions: readonly Condition[]): Condition {
  if (conditions.includes(NOTHING)) return NOTHING;
  const [only, ...others] = conditions;
  if (only !== undefined && others.length === 0) return only;
  return Object.assign(joined(conditions, ' and ', 'true'), { parts: conditions.flatMap(splitParts) });
}

/** The parts of a conjunction, or the condition itself. */
export function splitParts(condition: Condition): readonly Condition[] {
  return condition.parts ?? [condition];
}

/** The disjunction of conditions; {@link NOTHING} if all of them are. */
export function some(conditions: readonly Condition[]): Condition {
  const possible = conditions.filter((condition) => condition !== NOTHING);
  return possible.length === 0 ? NOTHING : joined(possible, ' or ', 'false');
}

/** Negates a condition. Like in the family, null never matches. */
export function not(condition: Condition): Condition {
  return condition === NOTHING ? () => 'true' : (bind) => `not ${condition(bind)}`;
}

/** Compares a column with ids; without any, nothing matches. */
export function isAnyID(column: string, ids: readonly (string | number)[]): Condition {
  return ids.length === 0 ? NOTHING : (bind) => `${column} = any(${bind(ids, 'bigint[]')})`;
}

/** Whether there are rows for `t`, for example `ticket_history h where h.ticket_id = t.id`. */
export function existsRow(bind: Bind, rows: string): string {
  // The offset keeps PostgreSQL from reading the other table for all tickets at once.
  return `exists (select 1 from ${rows}${bind.isBounded === true ? ' offset 0' : ''})`;
}

/** One row `h` of the ticket's history meets all conditions. */
export function inHistory(conditions: readonly Condition[]): Condition {
  const all = every(conditions);
  if (all === NOTHING) return NOTHING;
  return (bind) => existsRow(bind, `ticket_history h where h.ticket_id = t.id and ${all(bind)}`);
}

/** Whether the id of the ticket is in the result of a query. */
export function idIn(bind: Bind, ids: string): string {
  return bind.isBounded === true ? existsRow(bind, `(${ids}) x (id) where x.id = t.id`) : `t.id in (${ids})`;
}

function joined(conditions: readonly Condition[], word: string, empty: string): Condition {
  const [first] = conditions;
  if (first === undefined) return () => empty;
  if (conditions.length === 1) return first;
  return (bind) => `(${conditions.map((condition) => condition(bind)).join(word)})`;
}
