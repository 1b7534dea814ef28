import type { Bind } from './bind.js';
import type { IndexLookUp, IndexedValues } from './index-look-up.js';

/**
 * A condition on the row `t` of `ticket`. Its text depends on the shape of the request, on how many values there are and on how `Bind` wants
 * them, never on the values but for whether they have letters.
 */
export interface Condition {
  (bind: Bind): string;
  /** The parts of a conjunction. */
  readonly parts?: readonly Condition[];
  /** The values of an indexed expression that meet the condition. */
  readonly indexed?: IndexedValues;
  /** Index look-ups for the condition; the first one whose index exists is used. */
  readonly lookUps?: readonly IndexLookUp[];
  /** It compares a text of the ticket with patterns: only a look at tickets tells how many meet it. */
  readonly isPattern?: boolean;
}

/** A condition that no ticket meets: the meaning of invalid parameters (`docs/compatibility.md`). */
export const NOTHING: Condition = () => 'false';

/** The conjunction of conditions; {@link NOTHING} if one of them is. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(NOTHING)) return NOTHING;
  const [only, ...others] = conditions;
  if (only !== undefined && others.length === 0) return only;
  return Object.assign(joined(conditions, ' and ', 'true'), { parts: conditions.flatMap(partsOf) });
}

/** The parts of a conjunction, or the condition itself. */
export function partsOf(condition: Condition): readonly Condition[] {
  return condition.parts ?? [condition];
}

/** The disjunction of conditions; {@link NOTHING} if all of them are. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const possible = conditions.filter((condition) => condition !== NOTHING);
  return possible.length === 0 ? NOTHING : joined(possible, ' or ', 'false');
}

/** Negates a condition. Like in the family, null never matches. */
export function not(condition: Condition): Condition {
  return condition === NOTHING ? () => 'true' : (bind) => `not ${condition(bind)}`;
}

/** Compares a column with ids; without any, nothing matches. */
export function isOneOf(column: string, ids: readonly (string | number)[]): Condition {
  return ids.length === 0 ? NOTHING : (bind) => `${column} = any(${bind(ids, 'bigint[]')})`;
}

/** Whether there are rows for `t`, for example `ticket_history h where h.ticket_id = t.id`. */
export function existsRow(bind: Bind, rows: string): string {
  // The offset keeps PostgreSQL from reading the other table for all tickets at once.
  return `exists (select 1 from ${rows}${bind.isBounded === true ? ' offset 0' : ''})`;
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
