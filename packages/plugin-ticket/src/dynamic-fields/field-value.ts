import { isData, type Data } from '@ticketgate/sdk';

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
export function itemsOf(value: unknown): readonly string[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => itemText(item)).filter((text) => text !== '');
}

function itemText(item: unknown): string {
  if (typeof item === 'string') return item;
  if (typeof item === 'number') return String(item);
  return isData(item) ? JSON.stringify(item) : '';
}
