import type { DynamicField } from '../catalogue/catalogue.js';
import type { FieldValue } from './field-value.js';
import type { DynamicFieldValues } from './read-values.js';

/** A member of `DynamicField` in answers. */
export interface PresentedField {
  readonly Name: string;
  readonly Value: FieldValue;
}

/** The list `DynamicField` of an object: all of `fields` in their order, unset ones with null. */
export function presentDynamicFields(
  fields: readonly DynamicField[],
  values: DynamicFieldValues,
  objectID: number,
): readonly PresentedField[] {
  return fields.map((field) => ({ Name: field.name, Value: values.of(field, objectID) }));
}
