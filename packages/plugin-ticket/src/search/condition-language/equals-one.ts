import type { Bind } from '../statement/bind.js';
import type { Condition } from '../statement/condition.js';
import { ticketLookUp } from '../statement/index-look-up.js';
import { mayBeOne } from './may-be-one.js';

/** Values that the planner gets to know one by one; more are hidden in a list. */
const MOST_KNOWN = 20;

/** Columns of tickets, first those of which few tickets have the same value. */
const RANKED = ['t.id', 't.tn', 't.title', 't.customer_user_id', 't.customer_id'];

/**
 * A text equals one of the values, case does not count. Values without letters are compared as they are where there is an index for it: the
 * family has no others.
 */
export function equalsOne(column: string, values: readonly string[]): Condition {
  const lowered = equalsOneLowered(column, values);
  if (values.some((value) => value.toLowerCase() !== value.toUpperCase())) return lowered;
  const exact = isExactlyOne(column, values);
  return Object.assign(
    (bind: Bind) =>
      (hasIndexOn(bind, nameOf(column)) || !hasIndexOn(bind, loweredName(column)) ? exact : lowered)(bind),
    { lookUps: [...(exact.lookUps ?? []), ...(lowered.lookUps ?? [])] },
  );
}

function equalsOneLowered(column: string, values: readonly string[]): Condition {
  const expression = `lower(${column})`;
  const lowered = (bind: Bind): string => textValues(bind, values, (value) => `lower(${value})`);
  const condition = (bind: Bind): string => {
    const compared = `${expression} = any(${lowered(bind)})`;
    const isRead = column.startsWith('t.') && !hasIndexOn(bind, loweredName(column));
    return isRead ? mayBeOne(compared, { column, values, bind }) : compared;
  };
  return withLookUp(condition, { column, expression, indexed: loweredName(column), values: lowered });
}

/** A text is one of the values. */
export function isExactlyOne(column: string, values: readonly string[]): Condition {
  const given = (bind: Bind): string => textValues(bind, values, (value) => value);
  const condition = (bind: Bind): string => `${column} = any(${given(bind)})`;
  return withLookUp(condition, { column, expression: column, indexed: nameOf(column), values: given });
}

/** An array of what the database makes of each value, so that both sides are lowered by the same rules. The planner knows it where it should. */
export function textValues(bind: Bind, values: readonly string[], made: (value: string) => string): string {
  if (bind.isBounded === true || values.length > MOST_KNOWN) {
    return `array(select ${made('x')} from unnest(${bind(values, 'text[]')}) x)`;
  }
  return `array[${values.map((value) => made(bind(value, 'text'))).join(', ')}]`;
}

interface ComparedColumn {
  readonly column: string;
  readonly expression: string;
  readonly indexed: string;
  readonly values: (bind: Bind) => string;
}

function withLookUp(condition: Condition, { column, ...indexed }: ComparedColumn): Condition {
  const rank = RANKED.indexOf(column);
  return rank < 0 ? condition : Object.assign(condition, { lookUps: [ticketLookUp(indexed, rank)] });
}

function hasIndexOn({ hasIndex }: Bind, indexed: string): boolean {
  return hasIndex?.('ticket', `btree (${indexed})`) !== false;
}

function loweredName(column: string): string {
  return `lower((${nameOf(column)})::text)`;
}

/** `t.title` without the row. */
function nameOf(column: string): string {
  return column.slice(column.indexOf('.') + 1);
}
