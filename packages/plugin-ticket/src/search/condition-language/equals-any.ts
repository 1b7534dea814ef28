import { likePattern } from '@ticketgate/database/postgres';
import { foldASCII } from '@ticketgate/sdk';

import { USED } from '../../columns/ticket-columns.js';
import { type Bind, type Condition, ticketLookUp } from '../statement/condition.js';

/** Values that the planner sees; more are hidden in a list. */
const MOST_KNOWN = 20;

/** Columns of tickets by how few tickets a value has. */
const RANKED = ['t.id', ...USED.flatMap(({ search, place }) => (search === undefined ? [] : [place]))];

/** A column compared with texts, either exactly or ignoring case. */
type ComparedColumn = ReturnType<typeof asColumn>['plain'];

/**
 * A column as it is and lowered, each with the SQL of a value, lowered by the database, so that both sides follow the same rules, and with its
 * index; the rank is negative if there is none.
 */
function asColumn(column: string) {
  const name = column.slice(column.indexOf('.') + 1);
  const rank = RANKED.indexOf(column);
  const indexOn = (indexed: string) => ({ table: 'ticket', columns: `btree (${indexed})` });
  const lower = (value: string) => `lower(${value})`;
  return {
    plain: { column, expression: column, made: (value: string) => value, index: indexOn(name), rank },
    lowered: { column, expression: lower(column), made: lower, index: indexOn(`lower((${name})::text)`), rank },
  };
}

/**
 * Compares a text with any of the values, ignoring case. Values without letters are compared exactly if there is an index for that, the
 * only kind of index in the family.
 */
export function equalsAny(column: string, values: readonly string[]): Condition {
  const { plain, lowered } = asColumn(column);
  const caseless = equalsOneLowered(lowered, values);
  if (values.some((value) => value.toLowerCase() !== value.toUpperCase())) return caseless;
  const exact = equalsAnyExactly(column, values);
  return Object.assign((bind: Bind) => (hasIndex(bind, plain) || !hasIndex(bind, lowered) ? exact : caseless)(bind), {
    lookUps: [...(exact.lookUps ?? []), ...(caseless.lookUps ?? [])],
  });
}

/**
 * Compares a text with any of the values apart from the case of ASCII letters, for permissions: {@link equalsAny} finds the rows, by an
 * index, and takes some other letters for the same. With `case`, PostgreSQL does not expect fewer rows because of it.
 */
export function equalsAnyFolded(column: string, values: readonly string[]): Condition {
  const folded = values.map(foldASCII);
  return (bind) => `case when lower(${column} collate "C") = any(${bind(folded, 'text[]')}) then true else false end`;
}

function equalsOneLowered(lowered: ComparedColumn, values: readonly string[]): Condition {
  const { column } = lowered;
  const condition = (bind: Bind): string => {
    const compared = comparison(lowered, values, bind);
    const isRead = column.startsWith('t.') && !hasIndex(bind, lowered);
    return isRead ? couldEqualAny(compared, { column, values, bind }) : compared;
  };
  return withLookUp(condition, lowered, values);
}

/** Compares a text with any of the values exactly. */
export function equalsAnyExactly(column: string, values: readonly string[]): Condition {
  const { plain } = asColumn(column);
  return withLookUp((bind) => comparison(plain, values, bind), plain, values);
}

function comparison({ expression, made }: ComparedColumn, values: readonly string[], bind: Bind): string {
  return `${expression} = any(${textValues(bind, values, made)})`;
}

/** An array of the values, visible to the planner if there are few. */
export function textValues(bind: Bind, values: readonly string[], made: (value: string) => string): string {
  if (bind.isBounded === true || values.length > MOST_KNOWN) {
    return `array(select ${made('x')} from unnest(${bind(values, 'text[]')}) x)`;
  }
  return composeArray(bind, values, made);
}

function composeArray(bind: Bind, values: readonly string[], made: (value: string) => string): string {
  return `array[${values.map((value) => made(bind(value, 'text'))).join(', ')}]`;
}

function withLookUp(
  condition: Condition,
  { index, rank, expression, made }: ComparedColumn,
  values: readonly string[],
): Condition {
  if (rank < 0) return condition;
  // Unpacking a single value from a list would take PostgreSQL as long as the look-up.
  const given = (bind: Bind): string => (values.length === 1 ? composeArray : textValues)(bind, values, made);
  return Object.assign(condition, { lookUps: [ticketLookUp({ index, rank, expression, values: given })] });
}

function hasIndex(bind: Bind, { index }: ComparedColumn): boolean {
  return bind.hasIndex?.(index.table, index.columns) !== false;
}

/** More patterns cost more than they save. */
const MOST_PATTERNS = 8;

interface Compared {
  readonly column: string;
  readonly values: readonly string[];
  readonly bind: Bind;
}

/**
 * Adds a prefilter that does not lower the text. Without an index, a search reads all tickets, and lowering their titles would take three
 * quarters of the time. Only for values in ASCII, whose case variants are known.
 */
function couldEqualAny(compared: string, { column, values, bind }: Compared): string {
  if (values.length > MOST_PATTERNS || !values.every((value) => /^[\u0020-\u007E]*$/.test(value))) return compared;
  const patterns = values.map((value) => bind(toShape(value), 'text'));
  // A null is unknown, also if the condition is negated.
  return `case when ${column} like any(array[${patterns.join(', ')}]) then ${compared} else ${column} is null and null::boolean end`;
}

/**
 * The value with a wildcard for each letter. The letter i may have two characters in another case or none, because of Turkish
 * rules.
 */
function toShape(value: string): string {
  const parts = value.split(/i+/i).map((part) => likePattern([part]));
  return parts.map((part) => part.replaceAll(/[a-z]/gi, '_')).join('%');
}
