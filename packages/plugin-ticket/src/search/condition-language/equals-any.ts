import type { Bind } from '../statement/bind.js';
import type { Condition } from '../statement/condition.js';
import { ticketLookUp, type Index } from '../statement/index-look-up.js';
import { likePattern } from './like-pattern.js';

/** Values that the planner gets to know one by one; more are hidden in a list. */
const MOST_KNOWN = 20;

/** Columns of tickets, first those of which few tickets have the same value. */
const RANKED = ['t.id', 't.tn', 't.title', 't.customer_user_id', 't.customer_id'];

/** How a column is compared with texts: as it is, or without case. */
interface ComparedColumn {
  readonly column: string;
  /** For example `lower(t.title)`. */
  readonly expression: string;
  /** Each value as the database lowers it, so that both sides follow the same rules. */
  readonly made: (value: string) => string;
  /** The index that has it; the rank is negative where searches know none. */
  readonly index: Index;
  readonly rank: number;
}

interface TextColumn {
  readonly plain: ComparedColumn;
  readonly lowered: ComparedColumn;
}

/** By their names, which are those in this package. */
const columns = new Map<string, TextColumn>();

function textColumn(column: string): TextColumn {
  const known = columns.get(column);
  if (known !== undefined) return known;
  const name = column.slice(column.indexOf('.') + 1);
  const rank = RANKED.indexOf(column);
  const indexOn = (indexed: string): Index => ({ table: 'ticket', columns: `btree (${indexed})` });
  const plain = { column, expression: column, made: asItIs, index: indexOn(name), rank };
  const lowered = {
    column,
    expression: `lower(${column})`,
    made: inLower,
    index: indexOn(`lower((${name})::text)`),
    rank,
  };
  columns.set(column, { plain, lowered });
  return { plain, lowered };
}

function asItIs(value: string): string {
  return value;
}

function inLower(value: string): string {
  return `lower(${value})`;
}

/**
 * A text equals one of the values, case does not count. Values without letters are compared as they are where there is an index for it: the
 * family has no others.
 */
export function equalsAny(column: string, values: readonly string[]): Condition {
  const { plain, lowered } = textColumn(column);
  const caseless = equalsOneLowered(lowered, values);
  if (values.some((value) => value.toLowerCase() !== value.toUpperCase())) return caseless;
  const exact = equalsOneOf(plain, values);
  return Object.assign((bind: Bind) => (hasIndex(bind, plain) || !hasIndex(bind, lowered) ? exact : caseless)(bind), {
    lookUps: [...(exact.lookUps ?? []), ...(caseless.lookUps ?? [])],
  });
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

/** A text is one of the values. */
export function equalsAnyExactly(column: string, values: readonly string[]): Condition {
  return equalsOneOf(textColumn(column).plain, values);
}

function equalsOneOf(compared: ComparedColumn, values: readonly string[]): Condition {
  return withLookUp((bind) => comparison(compared, values, bind), compared, values);
}

function comparison({ expression, made }: ComparedColumn, values: readonly string[], bind: Bind): string {
  return `${expression} = any(${textValues(bind, values, made)})`;
}

/** An array of what the database makes of each value. The planner knows it where it should. */
export function textValues(bind: Bind, values: readonly string[], made: (value: string) => string): string {
  if (bind.isBounded === true || values.length > MOST_KNOWN) {
    return `array(select ${made('x')} from unnest(${bind(values, 'text[]')}) x)`;
  }
  return arrayOf(bind, values, made);
}

function arrayOf(bind: Bind, values: readonly string[], made: (value: string) => string): string {
  return `array[${values.map((value) => made(bind(value, 'text'))).join(', ')}]`;
}

function withLookUp(
  condition: Condition,
  { index, rank, expression, made }: ComparedColumn,
  values: readonly string[],
): Condition {
  if (rank < 0) return condition;
  // Most requests have one value: to unpack it from a list would take PostgreSQL as long as to look it up.
  const given = (bind: Bind): string => (values.length === 1 ? arrayOf : textValues)(bind, values, made);
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
 * Looks at a text without lowering it before it is lowered and compared. Where there is no index, a search reads all tickets, and lowering their
 * titles would take three quarters of the time. Only for values in ASCII: which characters become one of another case is known for them.
 */
function couldEqualAny(compared: string, { column, values, bind }: Compared): string {
  if (values.length > MOST_PATTERNS || !values.every(isASCII)) return compared;
  const patterns = values.map((value) => bind(shapeOf(value), 'text'));
  // A null is unknown, also where the condition is negated.
  return `case when ${column} like any(array[${patterns.join(', ')}]) then ${compared} else ${column} is null and null::boolean end`;
}

function isASCII(value: string): boolean {
  return /^[\u0020-\u007E]*$/.test(value);
}

/**
 * The value with a wildcard for one character in place of each letter. The letter i may come from two characters, or from none of its own: with Turkish
 * rules, from I and a dot above.
 */
function shapeOf(value: string): string {
  const parts = value.split(/i+/i).map((part) => likePattern([part]));
  return parts.map((part) => part.replaceAll(/[a-z]/gi, '_')).join('%');
}
