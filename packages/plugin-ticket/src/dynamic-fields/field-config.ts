import { isData, type Data } from '@ticketgate/sdk';

import type { DynamicField } from '../catalogue/catalogue.js';
import type { Moment } from '../time/moment.js';

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

/** The check of fields with one value, or a list of them, each of which fits. */
export function checkEach(
  fits: (text: string, field: DynamicField, moment: Moment) => boolean,
): (value: unknown, field: DynamicField, moment: Moment) => string | undefined {
  return (value, field, moment) => checkItems(value, isMultiValue(field), (text) => fits(text, field, moment));
}

/** The text of a string or number; undefined for other values. */
export function scalarText(item: unknown): string | undefined {
  if (typeof item === 'string') return item;
  return typeof item === 'number' ? String(item) : undefined;
}

/** Characters that `dynamic_field_value.value_text` holds. */
export const MAX_TEXT_LENGTH = 3800;

/** One value as requests may send it. */
export type FieldScalar = string | number;

/** A value as TicketGet answers it; null when unset. Lists for multi-value fields, objects for fields of type Set. */
export type FieldValue = FieldScalar | readonly FieldScalar[] | readonly Data[] | null;

/** Narrows a request's `Value`: JSON strings, numbers and arrays. Objects, booleans and null count as missing. */
export function isFieldInput(value: unknown): value is FieldScalar | readonly unknown[] {
  return typeof value === 'string' || typeof value === 'number' || Array.isArray(value);
}

/**
 * The non-empty items of a value as text: `''`, null and `[]` have none. Two values are equal when their items are equal as written:
 * `2026-12-24` is not `2026-12-24 00:00:00` (compatibility).
 */
export function listItems(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => itemText(item)).filter((text) => text !== '');
}

function itemText(item: unknown): string {
  if (typeof item === 'string') return item;
  if (typeof item === 'number') return String(item);
  return isData(item) ? JSON.stringify(item) : '';
}
