import type { Bind } from './bind.js';
import type { Index, IndexLookUp, IndexedValues } from './index-look-up.js';

/**
 * A condition on the row `t` of `ticket`. Its text depends on the shape of the request, on how many values there are and on how `Bind` wants
 * them, never on the values but for whether they have letters.
 */
export interface Condition {
  (bind: Bind): string;
  /** The conditions that all have to be met, where it is made of several. */
  readonly parts?: readonly Condition[];
  /** The values of an expression of the row that meet it, for an index. */
  readonly indexed?: IndexedValues;
  /** How indexes find its tickets; the first one that is there is used. */
  readonly lookUps?: readonly IndexLookUp[];
  /** An index that only finds all of its tickets at once, however many there are. */
  readonly trigrams?: Index;
}

/** A condition that no ticket meets: the meaning of invalid parameters (`docs/compatibility.md`). */
export const NOTHING: Condition = () => 'false';

/** All of them; {@link NOTHING} when one of them is. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(NOTHING)) return NOTHING;
  const [only, ...others] = conditions;
  if (only !== undefined && others.length === 0) return only;
  return Object.assign(joined(conditions, ' and ', 'true'), { parts: conditions.flatMap(partsOf) });
}

/** The conditions, one by one. */
export function partsOf(condition: Condition): readonly Condition[] {
  return condition.parts ?? [condition];
}

/** At least one of them; {@link NOTHING} when none is left. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const possible = conditions.filter((condition) => condition !== NOTHING);
  return possible.length === 0 ? NOTHING : joined(possible, ' or ', 'false');
}

/** Unknown never matches, as in the family: a null neither equals nor differs. */
export function not(condition: Condition): Condition {
  return condition === NOTHING ? () => 'true' : (bind) => `not ${condition(bind)}`;
}

/** One of the ids; none means nothing. */
export function isOneOf(column: string, ids: readonly (string | number)[]): Condition {
  return ids.length === 0 ? NOTHING : (bind) => `${column} = any(${bind(ids, 'bigint[]')})`;
}

/** Rows that refer to `t`, for example `ticket_history h where h.ticket_id = t.id`. */
export function existsRow(bind: Bind, rows: string): string {
  // Without the offset, PostgreSQL might read the other table for all tickets at once.
  return `exists (select 1 from ${rows}${bind.isBounded === true ? ' offset 0' : ''})`;
}

/** The ticket is one of those whose ids a statement gives. */
export function idIn(bind: Bind, ids: string): string {
  return bind.isBounded === true ? existsRow(bind, `(${ids}) x (id) where x.id = t.id`) : `t.id in (${ids})`;
}

function joined(conditions: readonly Condition[], word: string, empty: string): Condition {
  const [first] = conditions;
  if (first === undefined) return () => empty;
  if (conditions.length === 1) return first;
  return (bind) => `(${conditions.map((condition) => condition(bind)).join(word)})`;
}
