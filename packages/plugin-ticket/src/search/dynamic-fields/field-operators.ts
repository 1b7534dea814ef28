import { formatTimestamp, parseTimestamp } from '@ticketgate/sdk';

import { textValues } from '../condition-language/equals-one.js';
import { textCondition } from '../condition-language/text-condition.js';
import type { Bind } from '../statement/bind.js';
import { NOTHING, type Condition } from '../statement/condition.js';

export type Comparison = '=' | '>' | '>=' | '<' | '<=';

/** How the values of a kind of fields are searched: conditions on the row `v` of `dynamic_field_value`. */
export interface FieldOperators {
  /** One of the values compares so. */
  readonly compare: (comparison: Comparison, values: readonly string[]) => Condition;
  /** The condition language; undefined for kinds that do not know `Like`. */
  readonly like?: (values: readonly string[]) => Condition | undefined;
  /** That the row holds a value; undefined for kinds that do not know `Empty`. */
  readonly filled?: string;
}

const FILLED_TEXT = "v.value_text <> ''";

/** The indexes contain only the first characters of values. */
const INDEXED = 150;

/** How a text is compared: as it is, or without case. */
interface ComparedText {
  readonly column: string;
  /** The column as indexes have it. */
  readonly indexed: string;
  readonly made: (value: string) => string;
}

const PLAIN: ComparedText = { column: 'v.value_text', indexed: '(value_text)::text', made: (value) => value };
const LOWERED: ComparedText = {
  column: 'lower(v.value_text)',
  indexed: 'lower((value_text)::text)',
  made: (value) => `lower(${value})`,
};

/** Equal values have equal beginnings: the index finds these, and the full comparison does the rest. */
function equalsOneText({ column, indexed, made }: ComparedText, given: readonly string[]): Condition {
  const expression = `left(${column}, ${INDEXED})`;
  const values = (bind: Bind): string => textValues(bind, given, (value) => `left(${made(value)}, ${INDEXED})`);
  return Object.assign(
    (bind: Bind) => `(${expression} = any(${values(bind)}) and ${column} = any(${textValues(bind, given, made)}))`,
    { indexed: { expression, indexed: `"left"(${indexed}, ${INDEXED})`, values } },
  );
}

/** Dates and numbers. */
function comparesToOne(column: string, comparison: Comparison, values: (bind: Bind) => string): Condition {
  const condition = (bind: Bind): string => `v.${column} ${comparison} any(${values(bind)})`;
  if (comparison !== '=') return condition;
  return Object.assign(condition, { indexed: { expression: `v.${column}`, indexed: column, values } });
}

const like = (values: readonly string[]): Condition | undefined => textCondition('v.value_text', values);

/** Case does not count. */
export const textOperators: FieldOperators = {
  compare: (comparison, values) => {
    if (comparison === '=') return equalsOneText(LOWERED, values);
    return (bind) => `${LOWERED.column} ${comparison} any(${textValues(bind, values, LOWERED.made)})`;
  },
  like,
  filled: FILLED_TEXT,
};

/** Keys are compared as they are. */
export const selectionOperators: FieldOperators = {
  compare: (comparison, values) =>
    comparison === '='
      ? equalsOneText(PLAIN, values)
      : (bind) => `${PLAIN.column} ${comparison} any(${bind(values, 'text[]')})`,
  like,
  filled: FILLED_TEXT,
};

export const databaseOperators: FieldOperators = { compare: selectionOperators.compare, like };

export const checkboxOperators: FieldOperators = {
  compare: (comparison, values) =>
    comparison === '=' && values.every((value) => value === '0' || value === '1')
      ? (bind) => `v.value_int = any(${bind(values, 'bigint[]')})`
      : NOTHING,
  filled: 'v.value_int is not null',
};

export const referenceOperators: FieldOperators = {
  compare: (comparison, values) =>
    values.every((value) => /^[+-]?\d{1,16}$/.test(value))
      ? comparesToOne('value_int', comparison, (bind) => bind(values, 'bigint[]'))
      : NOTHING,
  like: (values) => textCondition('v.value_int::text', values),
  filled: 'v.value_int is not null',
};

/** A day may be searched for by its first and its last second. */
export const dateOperators = dates((value) => {
  const day = /^(\d{4}-\d{2}-\d{2})(?: (?:00:00:00|23:59:59))?$/.exec(value)?.[1];
  return day !== undefined && isRealTime(`${day} 00:00:00`);
});

export const dateTimeOperators = dates(isRealTime);

function dates(isValue: (value: string) => boolean): FieldOperators {
  return {
    compare: (comparison, values) =>
      values.every(isValue) ? comparesToOne('value_date', comparison, (bind) => bind(values, 'timestamp[]')) : NOTHING,
    filled: 'v.value_date is not null',
  };
}

function isRealTime(value: string): boolean {
  const time = parseTimestamp(value, 'UTC');
  return time !== undefined && time.getUTCFullYear() > 0 && formatTimestamp(time, 'UTC') === value;
}

/** The values of sets lie in the fields that they are made of. */
export const setOperators: FieldOperators = { compare: () => NOTHING };
