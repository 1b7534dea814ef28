import type { DynamicField } from '../../../catalogue/catalogue.js';
import { formatTimestamp, parseTimestamp } from '../../../time/system-time-zone.js';
import { textCondition } from '../condition-language/text-condition.js';
import { NOTHING, selective, type Bind, type Condition } from '../statement/condition.js';

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

/** Of values the indexes have the first signs only. */
const INDEXED = 150;

/** Equal values begin alike: that is what indexes can tell, the whole comparison does the rest. */
function equalText(column: string, given: string): string {
  const starts = `array(select left(x, ${INDEXED}) from unnest(${given}) x)`;
  return `(left(${column}, ${INDEXED}) = any(${starts}) and ${column} = any(${given}))`;
}

const like = (values: readonly string[]): Condition | undefined => textCondition('v.value_text', values);

/** Case does not count. */
const text: FieldOperators = {
  compare: (comparison, values) => {
    const lowered = (bind: Bind) => `array(select lower(x) from unnest(${bind(values, 'text[]')}) x)`;
    if (comparison === '=') return selective((bind) => equalText('lower(v.value_text)', lowered(bind)));
    return (bind) => `lower(v.value_text) ${comparison} any(${lowered(bind)})`;
  },
  like,
  filled: FILLED_TEXT,
};

/** Keys are compared as they are. */
const selection: FieldOperators = {
  compare: (comparison, values) => (bind) => {
    const given = bind(values, 'text[]');
    return comparison === '=' ? equalText('v.value_text', given) : `v.value_text ${comparison} any(${given})`;
  },
  like,
  filled: FILLED_TEXT,
};

const database: FieldOperators = { compare: selection.compare, like };

const checkbox: FieldOperators = {
  compare: (comparison, values) =>
    comparison === '=' && values.every((value) => value === '0' || value === '1')
      ? (bind) => `v.value_int = any(${bind(values, 'bigint[]')})`
      : NOTHING,
  filled: 'v.value_int is not null',
};

const reference: FieldOperators = {
  compare: (comparison, values) =>
    values.every((value) => /^[+-]?\d{1,16}$/.test(value))
      ? (bind) => `v.value_int ${comparison} any(${bind(values, 'bigint[]')})`
      : NOTHING,
  like: (values) => textCondition('v.value_int::text', values),
  filled: 'v.value_int is not null',
};

/** A day may be searched for by its first and its last second. */
const date = dates((value) => {
  const day = /^(\d{4}-\d{2}-\d{2})(?: (?:00:00:00|23:59:59))?$/.exec(value)?.[1];
  return day !== undefined && isRealTime(`${day} 00:00:00`);
});

const dateTime = dates(isRealTime);

function dates(isValue: (value: string) => boolean): FieldOperators {
  return {
    compare: (comparison, values) =>
      values.every(isValue)
        ? (bind: Bind) => `v.value_date ${comparison} any(${bind(values, 'timestamp[]')})`
        : NOTHING,
    filled: 'v.value_date is not null',
  };
}

function isRealTime(value: string): boolean {
  const time = parseTimestamp(value, 'UTC');
  return time !== undefined && time.getUTCFullYear() > 0 && formatTimestamp(time, 'UTC') === value;
}

/** The values of sets lie in the fields that they are made of. */
const set: FieldOperators = { compare: () => NOTHING };

const BY_TYPE: Readonly<Record<string, FieldOperators>> = {
  Dropdown: selection,
  Multiselect: selection,
  Date: date,
  DateTime: dateTime,
  Checkbox: checkbox,
  Agent: reference,
  Ticket: reference,
  Database: database,
  Set: set,
};

/** Text for all types that are not known to hold anything else (`docs/compatibility.md`, ticket operations 4.8). */
export function fieldOperators(field: DynamicField): FieldOperators {
  return Object.hasOwn(BY_TYPE, field.fieldType) ? (BY_TYPE[field.fieldType] ?? text) : text;
}
