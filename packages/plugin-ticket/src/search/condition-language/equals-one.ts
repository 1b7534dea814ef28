import type { Bind } from '../statement/bind.js';
import type { Condition } from '../statement/condition.js';
import { ticketLookUp, type Index } from '../statement/index-look-up.js';
import { mayBeOne } from './may-be-one.js';

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
export function equalsOne(column: string, values: readonly string[]): Condition {
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
    return isRead ? mayBeOne(compared, { column, values, bind }) : compared;
  };
  return withLookUp(condition, lowered, values);
}

/** A text is one of the values. */
export function isExactlyOne(column: string, values: readonly string[]): Condition {
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
