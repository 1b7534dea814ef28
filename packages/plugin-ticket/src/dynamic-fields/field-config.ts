import type { DynamicField } from '../catalogue/catalogue.js';

/** `MultiValue` of the field's configuration. */
export function isMultiValue(field: DynamicField): boolean {
  const value = field.config.MultiValue;
  return value === 1 || value === '1' || value === true;
}

/** The problem with a value that does not fit, without further details. */
export const INVALID = 'parameter is invalid!';

/** {@link INVALID} unless the value is a list or scalar as required, and each item is empty or fits. */
export function checkItems(value: unknown, isList: boolean, fits: (text: string) => boolean): string | undefined {
  if (Array.isArray(value) !== isList) return INVALID;
  const items: readonly unknown[] = isList ? [value].flat() : [value];
  const isFine = (text: string | undefined): boolean => text === '' || (text !== undefined && fits(text));
  return items.every((item) => isFine(scalarText(item))) ? undefined : INVALID;
}

/** The text of a string or number; undefined for other values. */
export function scalarText(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  return typeof item === 'number' ? String(item) : undefined;
}

/** Characters that `dynamic_field_value.value_text` holds. */
export const MAX_TEXT_LENGTH = 3800;
