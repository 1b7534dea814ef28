import { isData, suggest, withSuggestion, type Data } from '@ticketgate/sdk';

import type { Catalogue, DynamicField } from '../../catalogue/catalogue.js';
import { keyOfLabel, findFieldType } from '../../dynamic-fields/types/field-types.js';
import { isFalsy, textOf, isText } from '../../request/family-values.js';
import { invalid, shown } from '../../request/input-errors.js';
import {
  FIELD_OPERATORS,
  listOperators,
  readFieldEntries,
  readValues,
  searchableField,
} from '../conditions/dynamic-field-criteria.js';
import { contradictionIn, isCondition } from '../condition-language/parse-condition.js';

/**
 * Refuses operators that a dynamic field does not have, and values that do not fit it, in profile contract and in operations that the family
 * does not have. Otherwise, they find nothing.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireClearFields(input: Data, catalogue: Catalogue, operation: string): void {
  const { DynamicField: given } = input;
  const wrong = isFalsy(given) ? undefined : [given].flat().find((entry) => !isData(entry));
  if (wrong !== undefined) {
    throw invalid(operation, `DynamicField is ${shown(wrong)}; write an object with Name and an operator.`);
  }
  for (const { Name: name, ...operators } of readFieldEntries(input)) {
    const field = searchableField(name, catalogue);
    if (field === undefined) continue;
    const problem = findProblem(field, operators);
    if (problem !== undefined) throw invalid(operation, problem);
    requireConditions(`DynamicField->Like of ${field.name}`, operators.Like, operation);
  }
}

function findProblem(field: DynamicField, operators: Data): string | undefined {
  const names = Object.keys(operators);
  if (names.length === 0) return `DynamicField ${field.name} needs an operator; write for example Equals or Like.`;
  return findEmptyProblem(field, operators) ?? tryEach(names, (name) => findOperatorProblem(field, name, operators));
}

function tryEach(names: readonly string[], find: (name: string) => string | undefined): string | undefined {
  return names.map(find).find((problem) => problem !== undefined);
}

function findEmptyProblem(field: DynamicField, { Empty: empty, ...others }: Data): string | undefined {
  if (empty === undefined || empty === null || empty === '') return undefined;
  const what = `DynamicField->Empty of ${field.name}`;
  if (!['0', '1'].includes(textOf(empty))) return `${what} is ${shown(empty)}; write 1 or 0.`;
  if (findFieldType(field).search.filled === undefined) return describeOperator(field, 'Empty');
  const other = Object.keys(others).find((name) => readValues(others[name]).length > 0);
  if (isFalsy(empty) || other === undefined) return undefined;
  return `${what} is 1, which excludes ${other.slice(0, 200)}; leave one of them out.`;
}

function findOperatorProblem(field: DynamicField, name: string, operators: Data): string | undefined {
  if (name === 'Empty') return undefined;
  if (!FIELD_OPERATORS.includes(name)) {
    const all = [...FIELD_OPERATORS, 'Empty'];
    const sentence = `DynamicField ${field.name} has ${shown(name)}, which is not an operator.`;
    return withSuggestion(sentence, suggest(name, all), `Use ${all.join(', ')}.`);
  }
  const given = [operators[name]].flat();
  if (given.every((value) => readValues(value).length === 0)) return undefined;
  if (!listOperators(field).includes(name)) return describeOperator(field, name);
  const what = `DynamicField->${name} of ${field.name}`;
  return name === 'Like' ? undefined : given.map((value) => findMisfit(field, value, what)).find(Boolean);
}

function describeOperator(field: DynamicField, name: string): string {
  const { filled } = findFieldType(field).search;
  const known = [...listOperators(field), ...(filled === undefined ? [] : ['Empty'])];
  const advice = known.length === 0 ? 'they cannot be searched' : `use ${known.join(', ')}`;
  return `DynamicField->${name} of ${field.name} does not exist for fields of type ${field.fieldType}; ${advice}.`;
}

function findMisfit(field: DynamicField, value: unknown, what: string): string | undefined {
  const texts = readValues(value);
  if (texts.length === 0) return undefined;
  const allowed = findFieldType(field).search.values;
  if (texts === 'invalid' || !texts.every((text) => allowed?.fit(text) ?? true)) {
    return `${what} is ${shown(value)}; write ${allowed?.form ?? 'a text'}.`;
  }
  // Keys that the field no longer has may still be stored.
  const key = keyOfLabel(field, value);
  return key === undefined ? undefined : withSuggestion(`${what} is ${shown(value)}, a label; write its key.`, key);
}

/**
 * Refuses texts that have no meaning in the condition language, such as `a ||`, and those that no text meets, such as `a+b`.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireConditions(what: string, value: unknown, operation: string): void {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.filter(isText).map(String);
  requirePossible(what, texts, operation);
  const wrong = texts.find((each) => !isCondition(each));
  if (wrong === undefined) return;
  throw invalid(
    operation,
    `${what} is ${shown(wrong)}, which is not a complete expression; give && and || two sides each, put parentheses around one of them where both occur, and put text with such characters in "quotes".`,
  );
}

function requirePossible(what: string, texts: readonly string[], operation: string): void {
  const [wrong] = texts.flatMap((text) => {
    const terms = contradictionIn(text);
    return terms.length === 0 ? [] : [{ text, both: terms.slice(0, 2).map(shown).join(' and ') }];
  });
  if (wrong === undefined) return;
  const sentence = `${what} is ${shown(wrong.text)}, where + and && mean "and": no text is both ${wrong.both}.`;
  throw invalid(operation, `${sentence} Put "quotes" around a text with + or &&, or write *part* for parts of it.`);
}
