import { isData, suggest, withSuggestion, type Data } from '@ticketgate/sdk';

import type { Catalogue, DynamicField } from '../../catalogue/catalogue.js';
import { findLabelKey, findFieldType } from '../../dynamic-fields/types/field-types.js';
import { isFalsy, toText, isText } from '../../request/family-values.js';
import { shown } from '../../request/input-errors.js';
import {
  FIELD_OPERATORS,
  listOperators,
  readFieldEntries,
  readValues,
  searchableField,
} from '../conditions/dynamic-field-criteria.js';
import { contradictionIn, isCondition } from '../condition-language/parse-condition.js';

/** An operator that a dynamic field does not have, or a value that does not fit it. In the family, they find nothing. */
export function findFieldMistake(input: Data, catalogue: Catalogue): string | undefined {
  const { DynamicField: given } = input;
  const wrong = isFalsy(given) ? undefined : [given].flat().find((entry) => !isData(entry));
  if (wrong !== undefined) return `DynamicField is ${shown(wrong)}; write an object with Name and an operator.`;
  return findFirst(readFieldEntries(input), ({ Name: name, ...operators }) => {
    const field = searchableField(name, catalogue);
    return field && findProblem(field, operators);
  });
}

function findFirst<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  return items.map(find).find((problem) => problem !== undefined);
}

function findProblem(field: DynamicField, operators: Data): string | undefined {
  const names = Object.keys(operators);
  if (names.length === 0) return `DynamicField ${field.name} needs an operator; write for example Equals or Like.`;
  return (
    findEmptyProblem(field, operators) ??
    findFirst(names, (name) => findOperatorProblem(field, name, operators)) ??
    findConditionMistake(`DynamicField->Like of ${field.name}`, operators.Like)
  );
}

function findEmptyProblem(field: DynamicField, { Empty: empty, ...others }: Data): string | undefined {
  if (empty === undefined) return undefined;
  const what = `DynamicField->Empty of ${field.name}`;
  if (!['0', '1'].includes(toText(empty))) return `${what} is ${shown(empty)}; write 1 or 0.`;
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
  const what = `DynamicField->${name} of ${field.name}`;
  if (given.every((value) => readValues(value).length === 0))
    return `${what} is ${shown(operators[name])}, which asks for nothing; write a value, or leave it out.`;
  if (!listOperators(field).includes(name)) return describeOperator(field, name);
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
  const key = findLabelKey(field, value);
  return key === undefined ? undefined : withSuggestion(`${what} is ${shown(value)}, a label; write its key.`, key);
}

/** A text that has no meaning in the condition language, such as `a ||`, or one that no text meets, such as `a+b`. */
export function findConditionMistake(what: string, value: unknown): string | undefined {
  const texts = [value].flat().filter(isText).map(String);
  const impossible = findFirst(texts, (text) => findContradiction(what, text));
  if (impossible !== undefined) return impossible;
  const wrong = texts.find((each) => !isCondition(each));
  return (
    wrong &&
    `${what} is ${shown(wrong)}, which is not a complete expression; give && and || two sides each, put parentheses around one of them where both occur, and put text with such characters in "quotes".`
  );
}

function findContradiction(what: string, text: string): string | undefined {
  const terms = contradictionIn(text);
  if (terms.length === 0) return undefined;
  const both = terms.slice(0, 2).map(shown).join(' and ');
  const sentence = `${what} is ${shown(text)}, where + and && mean "and": no text is both ${both}.`;
  return `${sentence} Put "quotes" around a text with + or &&, or write *part* for parts of it.`;
}
