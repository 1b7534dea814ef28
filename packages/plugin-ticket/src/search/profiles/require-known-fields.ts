import { suggest, withSuggestion, type Data } from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';
import { textOf } from '../../request/family-values.js';
import { invalid } from '../../request/input-errors.js';
import { readFieldEntries, searchableField } from '../dynamic-fields/dynamic-field-criteria.js';

/**
 * Refuses unknown fields in profile contract and in operations that the family does not have; otherwise they are ignored.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireKnownFields(input: Data, catalogue: Catalogue, operation: string): void {
  const unknown = namedFields(input).find((name) => searchableField(name, catalogue) === undefined);
  if (unknown === undefined) return;
  const known = catalogue.dynamicFields.all.map(({ name }) => name).filter((name) => searchableField(name, catalogue));
  const sentence = `There is no dynamic field "${unknown}" of tickets.`;
  throw invalid(operation, withSuggestion(sentence, suggest(unknown, known), 'DynamicFieldList lists them.'));
}

/** The names in all parameters, also in those without an operator or overruled by `DynamicField`. */
function namedFields(input: Data): readonly string[] {
  const older = Object.keys(input).flatMap((parameter) => /^DynamicField_(.+)$/.exec(parameter)?.[1] ?? []);
  return [...readFieldEntries(input).map(({ Name: name }) => textOf(name)), ...older];
}
