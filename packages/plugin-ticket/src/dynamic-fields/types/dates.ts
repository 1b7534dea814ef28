import { formatTimestamp, parseTimestamp } from '@ticketgate/sdk';

import type { DynamicField } from '../../catalogue/catalogue.js';
import { dateOperators, dateTimeOperators } from '../../search/dynamic-fields/field-operators.js';
import { checkItems, isMultiValue } from '../field-config.js';
import type { Moment } from '../../time/moment.js';
import type { DynamicFieldType } from './dynamic-field-type.js';

/** Date: `YYYY-MM-DD`, also with ` 00:00:00`, or `''`. */
export const dateType: DynamicFieldType = {
  names: ['Date'],
  inCatalogue: ['Date'],
  column: 'value_date',
  writing: 'stored',
  search: dateOperators,
  isList: isMultiValue,
  check: (value, field, moment) => checkItems(value, isMultiValue(field), (text) => isAllowedDate(text, field, moment)),
  readable: (item) => item.slice(0, 10),
};

/** DateTime: exactly `YYYY-MM-DD HH:MM:SS`, or `''`. */
export const dateTimeType: DynamicFieldType = {
  names: ['DateTime'],
  inCatalogue: ['DateTime'],
  column: 'value_date',
  writing: 'stored',
  search: dateTimeOperators,
  isList: isMultiValue,
  check: (value, field, { now, zone }) => {
    const fits = (text: string) => isExact(text) && !isRestricted(text, field, formatTimestamp(now, zone));
    return checkItems(value, isMultiValue(field), fits);
  },
};

function isAllowedDate(text: string, field: DynamicField, moment: Moment): boolean {
  if (!/^\d{4}-\d{2}-\d{2}(?: 00:00:00)?$/.test(text)) return false;
  const day = text.slice(0, 10);
  return isExact(`${day} 00:00:00`) && !isRestricted(day, field, formatTimestamp(moment.now, moment.zone).slice(0, 10));
}

/** Read and written again, it is the same: the day exists. Values are wall-clock times without a zone, hence UTC. */
function isExact(text: string): boolean {
  const date = parseTimestamp(text, 'UTC');
  return date !== undefined && formatTimestamp(date, 'UTC') === text;
}

function isRestricted(value: string, field: DynamicField, now: string): boolean {
  const restriction = field.config.DateRestriction;
  return (restriction === 'DisablePastDates' && value < now) || (restriction === 'DisableFutureDates' && value > now);
}
