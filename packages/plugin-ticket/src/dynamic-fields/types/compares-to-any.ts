import type { Bind } from '../../search/statement/bind.js';
import type { Condition } from '../../search/statement/condition.js';
import type { Comparison, FieldColumn } from './dynamic-field-type.js';

/** Compares a date or a number with any of the values. */
export function comparesToAny(column: FieldColumn, comparison: Comparison, values: (bind: Bind) => string): Condition {
  const condition = (bind: Bind): string => `v.${column} ${comparison} any(${values(bind)})`;
  if (comparison !== '=') return condition;
  return Object.assign(condition, { indexed: { expression: `v.${column}`, indexed: column, values } });
}
