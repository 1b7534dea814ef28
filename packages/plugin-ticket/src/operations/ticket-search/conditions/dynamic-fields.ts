import { isData, type Data } from '@ticketgate/sdk';

import type { DynamicField } from '../../../catalogue/catalogue.js';
import { fieldTypeOf } from '../../../dynamic-fields/field-type.js';
import { isFalsy, isText, textOf } from '../../../values.js';
import type { SearchSources } from '../search-sources.js';
import { NoHits, type SearchStatement } from '../search-statement.js';
import { textCondition } from './text-condition.js';

const COMPARISONS: Readonly<Record<string, string>> = {
  Equals: '=',
  GreaterThan: '>',
  GreaterThanEquals: '>=',
  SmallerThan: '<',
  SmallerThanEquals: '<=',
};

interface FieldCriteria {
  readonly field: DynamicField;
  readonly operators: Data;
}

/** `DynamicField` with operators, or the older `DynamicField_<Name>`; unknown fields restrict nothing. */
export function addDynamicFields(sources: SearchSources, statement: SearchStatement): void {
  for (const criteria of readCriteria(sources)) {
    for (const [operator, value] of Object.entries(criteria.operators)) {
      if (operator === 'Name') continue;
      const condition = operatorCondition({ ...criteria, operator }, value, { sources, statement });
      if (condition !== undefined) statement.where(condition);
    }
  }
}

function readCriteria({ input, catalogue }: SearchSources): readonly FieldCriteria[] {
  const listed = isData(input.DynamicField) ? [input.DynamicField] : input.DynamicField;
  const entries: readonly unknown[] = Array.isArray(listed) ? listed : legacyEntries(input);
  return entries.filter(isData).flatMap((operators) => {
    const field = catalogue.dynamicFields.byName(textOf(operators.Name));
    return field?.isValid === true && field.objectType === 'Ticket' ? [{ field, operators }] : [];
  });
}

function legacyEntries(input: Data): readonly Data[] {
  return Object.entries(input).flatMap(([key, value]) => {
    const [, name] = /^DynamicField_([A-Za-z0-9-]+)$/.exec(key) ?? [];
    return name !== undefined && isData(value) ? [{ ...value, Name: name }] : [];
  });
}

interface Place {
  readonly sources: SearchSources;
  readonly statement: SearchStatement;
}

/** Values of one operator are alternatives. @throws NoHits for operators and values that the field cannot have */
function operatorCondition(
  { field, operator }: { readonly field: DynamicField; readonly operator: string },
  value: unknown,
  place: Place,
): string | undefined {
  if (operator === 'Empty') return emptyCondition(field, value, place.statement);
  const values = (Array.isArray(value) ? value : [value]).filter(isText).map(textOf);
  const given = values.filter((text) => text !== '' && !/^[*%]+$/.test(text));
  if (given.length === 0) return undefined;
  const { column } = fieldTypeOf(field);
  const conditions = given.map((text) => valueCondition({ column, operator, text }, field, place));
  return hasRow(field, `(${conditions.join(' or ')})`, place.statement);
}

function valueCondition(
  { column, operator, text }: { readonly column: string; readonly operator: string; readonly text: string },
  field: DynamicField,
  { sources, statement }: Place,
): string {
  if (operator === 'Like' && column === 'value_text') return textCondition(text, 'v.value_text', statement) ?? 'true';
  const sign = COMPARISONS[operator];
  if (sign === undefined || operator === 'Like') throw new NoHits();
  if (column === 'value_text') return `lower(v.value_text) ${sign} ${statement.bind(text.toLowerCase())}`;
  if (fieldTypeOf(field).check(text, field, sources) !== undefined && !isSearchDate(text)) throw new NoHits();
  if (column === 'value_int' && operator !== 'Equals') throw new NoHits();
  const cast = column === 'value_int' ? 'bigint' : 'timestamp';
  return `v.${column} ${sign} ${statement.bind(text)}::${cast}`;
}

/** The end of a day may be searched for, though no value can be it. */
function isSearchDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2} 23:59:59$/.test(text);
}

function emptyCondition(field: DynamicField, value: unknown, statement: SearchStatement): string {
  const { column } = fieldTypeOf(field);
  const isFilled = column === 'value_text' ? `coalesce(v.value_text, '') <> ''` : `v.${column} is not null`;
  const filled = hasRow(field, isFilled, statement);
  return isFalsy(value) ? filled : `not ${filled}`;
}

function hasRow(field: DynamicField, condition: string, statement: SearchStatement): string {
  const id = statement.bind(field.id);
  return `exists (select from dynamic_field_value v where v.object_id = t.id and v.field_id = ${id} and ${condition})`;
}
