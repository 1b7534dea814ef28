import type { DynamicField } from '../catalogue/catalogue.js';

/** `MultiValue` of the field's configuration. */
export function isMultiValue(field: DynamicField): boolean {
  const value = field.config.MultiValue;
  return value === 1 || value === '1' || value === true;
}

/** What checks answer when the value just does not fit. */
export const INVALID = 'parameter is invalid!';

/** The items to check, with their types: undefined when the value has the wrong shape for the field. */
export function inputItems(value: unknown, isList: boolean): readonly unknown[] | undefined {
  if (Array.isArray(value) !== isList) return undefined;
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items;
}

/** Strings and numbers pass; the result is text. */
export function scalarText(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  return typeof item === 'number' ? String(item) : undefined;
}

/** Characters that `dynamic_field_value.value_text` holds. */
export const MAX_TEXT_LENGTH = 3800;
