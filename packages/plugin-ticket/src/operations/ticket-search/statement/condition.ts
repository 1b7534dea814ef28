/**
 * Puts a value behind a placeholder and returns that with its type, for example `$3::bigint[]`. Without one, PostgreSQL takes the type of
 * what the value is compared to.
 */
export type Bind = (
  value: unknown,
  type?: 'bigint' | 'bigint[]' | 'text' | 'text[]' | 'timestamp' | 'timestamp[]',
) => string;

/**
 * A condition on the row `t` of `ticket`. Its text depends on the shape of the request only, never on values: requests of the same shape
 * share one prepared statement.
 */
export interface Condition {
  (bind: Bind): string;
  /** Few tickets meet it, whatever its values are. */
  readonly isSelective?: boolean;
}

/** Marks a condition that few tickets meet: names, numbers and texts as a whole. */
export function selective(condition: Condition): Condition {
  if (condition === NOTHING) return NOTHING;
  return Object.assign((bind: Bind) => condition(bind), { isSelective: true });
}

/** What no ticket meets. Invalid parameters mean this (`docs/compatibility.md`, ticket operations 4.1). */
export const NOTHING: Condition = () => 'false';

/** All of them; {@link NOTHING} when one of them is. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.includes(NOTHING)) return NOTHING;
  const all = joined(conditions, ' and ', 'true');
  return conditions.some(({ isSelective }) => isSelective === true) ? selective(all) : all;
}

/** At least one of them; {@link NOTHING} when none is left. */
export function anyOf(conditions: readonly Condition[]): Condition {
  const possible = conditions.filter((condition) => condition !== NOTHING);
  if (possible.length === 0) return NOTHING;
  const any = joined(possible, ' or ', 'false');
  return possible.every(({ isSelective }) => isSelective === true) ? selective(any) : any;
}

/** Unknown is no match either way, as with the family: a null neither equals nor differs. */
export function not(condition: Condition): Condition {
  return condition === NOTHING ? () => 'true' : (bind) => `not ${condition(bind)}`;
}

/** One of the ids; none means nothing. */
export function isOneOf(column: string, ids: readonly (string | number)[]): Condition {
  return ids.length === 0 ? NOTHING : (bind) => `${column} = any(${bind(ids, 'bigint[]')})`;
}

function joined(conditions: readonly Condition[], word: string, empty: string): Condition {
  const [first] = conditions;
  if (first === undefined) return () => empty;
  if (conditions.length === 1) return first;
  return (bind) => `(${conditions.map((condition) => condition(bind)).join(word)})`;
}
