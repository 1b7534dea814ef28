import { formatTimestamp, parseTimestamp } from '@ticketgate/sdk';

import type { DynamicField } from '../../catalogue/catalogue.js';
import type { Moment } from '../../time/moment.js';
import { checkEach } from '../field-config.js';
import type {
  DynamicFieldType,
  FieldOperators,
  SearchedValues,
  Comparison,
  FieldColumn,
} from './dynamic-field-type.js';
import type { Bind, Condition } from '../../search/statement/condition.js';

/** Compares a date or a number with any of the values. */
export function comparesToAny(column: FieldColumn, comparison: Comparison, values: (bind: Bind) => string): Condition {
  const condition = (bind: Bind): string => `v.${column} ${comparison} any(${values(bind)})`;
  if (comparison !== '=') return condition;
  return Object.assign(condition, { indexed: { expression: `v.${column}`, indexed: column, values } });
}

const DAY_FORM = 'YYYY-MM-DD, such as 2026-01-31';
const TIME_FORM = 'YYYY-MM-DD HH:MM:SS, such as 2026-01-31 08:00:00';

/** Date: `YYYY-MM-DD`, also with ` 00:00:00`, or `''`. */
export const dateType: DynamicFieldType = {
  names: ['Date'],
  column: 'value_date',
  search: searchBy({ fit: isSearchedDay, form: DAY_FORM }),
  check: checkEach(isAllowedDate),
  takes: (field) => `${DAY_FORM}${describeRestriction(field)}`,
  readable: (item) => item.slice(0, 10),
};

/** DateTime: exactly `YYYY-MM-DD HH:MM:SS`, or `''`. */
export const dateTimeType: DynamicFieldType = {
  names: ['DateTime'],
  column: 'value_date',
  search: searchBy({ fit: isRealDay, form: TIME_FORM }),
  check: checkEach((text, field, moment) => hasForm(text) && !isRestricted(text, field, formatNow(moment))),
  takes: (field) => `${TIME_FORM}${describeRestriction(field)}`,
};

function searchBy(values: SearchedValues): FieldOperators {
  return {
    compare: (comparison, given) => comparesToAny('value_date', comparison, (bind) => bind(given, 'timestamp[]')),
    values,
    filled: 'v.value_date is not null',
  };
}

/** Accepts the first and the last second of a day too. */
function isSearchedDay(value: string): boolean {
  const day = /^(\d{4}-\d{2}-\d{2})(?: (?:00:00:00|23:59:59))?$/.exec(value)?.[1];
  return day !== undefined && isRealDay(`${day} 00:00:00`);
}

/** PostgreSQL has no year 0. */
function isRealDay(value: string): boolean {
  return hasForm(value) && !value.startsWith('0000');
}

function isAllowedDate(text: string, field: DynamicField, moment: Moment): boolean {
  if (!/^\d{4}-\d{2}-\d{2}(?: 00:00:00)?$/.test(text)) return false;
  const day = text.slice(0, 10);
  return hasForm(`${day} 00:00:00`) && !isRestricted(day, field, formatNow(moment).slice(0, 10));
}

function formatNow({ now, zone }: Moment): string {
  return formatTimestamp(now, zone);
}

/** Whether a time exists: it survives parsing and formatting. Values have no time zone, so UTC is used. */
function hasForm(text: string): boolean {
  const date = parseTimestamp(text, 'UTC');
  return date !== undefined && formatTimestamp(date, 'UTC') === text;
}

function isRestricted(value: string, field: DynamicField, now: string): boolean {
  const restriction = field.config.DateRestriction;
  return (restriction === 'DisablePastDates' && value < now) || (restriction === 'DisableFutureDates' && value > now);
}

function describeRestriction({ config: { DateRestriction } }: DynamicField): string {
  if (DateRestriction === 'DisablePastDates') return ', not in the past';
  return DateRestriction === 'DisableFutureDates' ? ', not in the future' : '';
}
