import { isData, type Data } from '@ticketgate/sdk';

import type { Catalogue, DynamicField } from '../../catalogue/catalogue.js';
import type { Comparison } from '../../dynamic-fields/types/dynamic-field-type.js';
import { findFieldType } from '../../dynamic-fields/types/field-types.js';
import { isFalsy, isText, toText, untilNul } from '../../request/family-values.js';
import { matchesAnything } from '../parameters/read-parameter.js';
import {
  type Criteria,
  type Bind,
  every,
  existsRow,
  not,
  NOTHING,
  splitParts,
  type Condition,
  fieldLookUp,
} from '../statement/condition.js';

/** `DynamicField` with operators, or the older `DynamicField_<Name>`: one row of the field has to meet all operators of an entry. */
export const dynamicFieldCriteria: Criteria = {
  parameters: 'always',
  conditions: ({ input, catalogue }) =>
    readFieldEntries(input).flatMap((entry) => {
      const field = searchableField(entry.Name, catalogue);
      return field === undefined ? [] : fieldConditions(field, entry);
    }),
};

/** The older form counts only where the other one is absent. */
export function readFieldEntries(input: Data): readonly Data[] {
  const { DynamicField: given } = input;
  if (!isFalsy(given)) {
    const entries: readonly unknown[] = Array.isArray(given) ? given : [given];
    return entries.filter(isData);
  }
  return Object.keys(input)
    .filter((parameter) => parameter.startsWith('DynamicField_'))
    .flatMap((parameter) => {
      const name = /^DynamicField_([A-Za-z0-9-]+)$/.exec(parameter)?.[1];
      const operators = name === undefined ? undefined : input[parameter];
      return isData(operators) ? [{ ...operators, Name: name }] : [];
    });
}

/** Valid fields of tickets; others restrict nothing. */
export function searchableField(name: unknown, { dynamicFields }: Catalogue): DynamicField | undefined {
  const field = dynamicFields.byName(toText(name));
  return field?.isValid === true && field.objectType === 'Ticket' ? field : undefined;
}

/** By operator. */
const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ['Equals', '='],
  ['GreaterThan', '>'],
  ['GreaterThanEquals', '>='],
  ['SmallerThan', '<'],
  ['SmallerThanEquals', '<='],
]);

function fieldConditions(field: DynamicField, entry: Data): readonly Condition[] {
  const values = valueConditions(field, entry);
  const { Empty: empty } = entry;
  if (!isText(empty) || empty === '') return values.length === 0 ? [] : [hasRow(field, every(values))];
  const { filled } = findFieldType(field).search;
  if (filled === undefined) return [NOTHING];
  if (isFalsy(empty)) return [hasRow(field, every([() => filled, ...values]))];
  // A condition for no value and one on the value exclude each other.
  return [values.length > 0 ? NOTHING : not(hasRow(field, () => filled))];
}

function valueConditions(field: DynamicField, entry: Data): readonly Condition[] {
  return Object.entries(entry).flatMap(([operator, value]) => {
    if (operator === 'Name' || operator === 'Empty') return [];
    return operatorCondition(field, operator, readValues(value)) ?? [];
  });
}

/** The texts that restrict a search; `invalid` if one of the values is not a text. */
export function readValues(value: unknown): readonly string[] | 'invalid' {
  const members: readonly unknown[] = Array.isArray(value) ? value : [value];
  const given = members.filter((member) => member !== null && member !== undefined && member !== '');
  if (!given.every(isText)) return 'invalid';
  return given.map((member) => untilNul(String(member)).replaceAll('*', '%')).filter((text) => !matchesAnything(text));
}

/** Undefined if no value restricts anything; NOTHING for unknown operators and for values that do not fit. */
export function operatorCondition(
  field: Pick<DynamicField, 'fieldType'>,
  operator: string,
  values: readonly string[] | 'invalid',
): Condition | undefined {
  const comparison = COMPARISONS.get(operator);
  if (values === 'invalid' || !FIELD_OPERATORS.includes(operator)) return NOTHING;
  if (values.length === 0) return undefined;
  const { compare, like, values: allowed } = findFieldType(field).search;
  if (!listOperators(field).includes(operator)) return NOTHING;
  if (comparison === undefined) return like?.(values);
  return allowed === undefined || values.every(allowed.fit) ? compare(comparison, values) : NOTHING;
}

/** The operators of all fields, but for `Empty`. */
export const FIELD_OPERATORS: readonly string[] = [...COMPARISONS.keys(), 'Like'];

/** Those that fields of this type have. */
export function listOperators(field: Pick<DynamicField, 'fieldType'>): readonly string[] {
  const { comparisons, like } = findFieldType(field).search;
  return FIELD_OPERATORS.filter((operator) => {
    const comparison = COMPARISONS.get(operator);
    if (comparison === undefined) return like !== undefined;
    return comparisons === undefined || comparisons.includes(comparison);
  });
}

function hasRow(field: DynamicField, condition: Condition): Condition {
  if (condition === NOTHING) return NOTHING;
  const exists = (bind: Bind): string =>
    existsRow(
      bind,
      `dynamic_field_value v where v.object_id = t.id and v.field_id = ${bind(field.id, 'bigint')} and ${condition(bind)}`,
    );
  const indexed = splitParts(condition).find((part) => part.indexed !== undefined)?.indexed;
  return indexed === undefined ? exists : Object.assign(exists, { lookUps: [fieldLookUp(field.id, indexed)] });
}
