import { formatTimestamp, parseTimestamp } from '@ticketgate/sdk';

import type { DynamicField } from '../../catalogue/catalogue.js';
import { dateOperators, dateTimeOperators } from '../../search/dynamic-fields/field-operators.js';
import { INVALID, inputItems, isMultiValue, scalarText } from '../field-config.js';
import type { DynamicFieldType, FieldMoment } from './dynamic-field-type.js';

/** Date: `YYYY-MM-DD`, also with ` 00:00:00`, or `''`. */
export const dateType: DynamicFieldType = {
  names: ['Date'],
  inCatalogue: ['Date'],
  column: 'value_date',
  writing: 'stored',
  search: dateOperators,
  isList: isMultiValue,
  check: (value, field, moment) => {
    const fits = (text: string): boolean => isAllowedDate(text, field, moment);
    return checkItems(inputItems(value, isMultiValue(field)), fits);
  },
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
  check: (value, field, moment) => {
    const fits = (text: string): boolean => {
      return isExact(text) && !isRestricted(text, field, formatTimestamp(moment.now, moment.zone));
    };
    return checkItems(inputItems(value, isMultiValue(field)), fits);
  },
};

function checkItems(items: readonly unknown[] | undefined, fits: (text: string) => boolean): string | undefined {
  const isFine = (item: unknown): boolean => {
    const text = scalarText(item);
    return text === '' || (text !== undefined && fits(text));
  };
  return items?.every(isFine) === true ? undefined : INVALID;
}

function isAllowedDate(text: string, field: DynamicField, moment: FieldMoment): boolean {
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
