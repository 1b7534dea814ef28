import { OperationFault } from '@ticketgate/sdk';

import type { DynamicField } from '../catalogue/catalogue.js';
import { untilNul } from '../request/family-values.js';
import { MAX_TEXT_LENGTH, listItems, type FieldValue } from './field-config.js';
import { findFieldType, isList } from './types/field-types.js';

/** A checked value that a request sets. */
export interface FieldAssignment {
  readonly field: DynamicField;
  readonly value: unknown;
}

/** A change of a value, which replaces all rows of the field by one per item. */
export interface DynamicFieldWrite {
  readonly field: DynamicField;
  /** As requested. */
  readonly value: unknown;
  /** The stored text; none clears the field. */
  readonly items: readonly string[];
  /** The value that it replaces. */
  readonly before: FieldValue;
  readonly historyType: 'TicketDynamicFieldUpdate' | 'ArticleDynamicFieldUpdate';
  /** At most 200 characters. */
  readonly historyName: string;
}

/**
 * Plans the writes for setting values one after the other: one for each change, of which the last one of a field is stored. A value
 * equal to the previous one changes nothing and adds no history.
 *
 * @param before The stored value of a field (of its ticket or article); null for objects that do not exist yet.
 * @throws OperationFault if a field cannot hold the value: a list for a field of one value, or a text that is too long.
 */
export function planDynamicFieldWrites(
  assignments: readonly FieldAssignment[],
  before: (field: DynamicField) => FieldValue,
): readonly DynamicFieldWrite[] {
  const values = new Map<number, FieldValue>();
  const writes: DynamicFieldWrite[] = [];
  for (const { field, value } of assignments) {
    const write = planWrite(field, value, values.has(field.id) ? (values.get(field.id) ?? null) : before(field));
    if (write === undefined) continue;
    writes.push(write);
    values.set(field.id, storedValue(field, write.items));
  }
  return writes;
}

/**
 * Plans setting the same values again. This is a change only where a field has several, or where the stored form differs from the sent
 * one: a date without a time is then compared with the same day at midnight.
 */
export function planRepeatedWrites(writes: readonly DynamicFieldWrite[]): readonly DynamicFieldWrite[] {
  const stored = new Map(writes.map(({ field, items }) => [field.id, storedValue(field, items)]));
  const again = writes.map(({ field, items }) => ({ field, value: isList(field) ? items : items[0] }));
  return planDynamicFieldWrites(again, ({ id }) => stored.get(id) ?? null);
}

/** Why a field cannot store a value that passed the checks of its type, as the end of a sentence about the value. */
export function findStorageProblem(field: DynamicField, value: unknown): string | undefined {
  const type = findFieldType(field);
  if (type.writing === 'ignored') return undefined;
  if (Array.isArray(value) && !isList(field)) return 'is a list, and the field holds one value';
  const longest = listItems(value).reduce((most, item) => Math.max(most, item.length), 0);
  return longest > MAX_TEXT_LENGTH ? `has ${longest} characters; at most ${MAX_TEXT_LENGTH} are allowed` : undefined;
}

function planWrite(field: DynamicField, value: unknown, before: FieldValue): DynamicFieldWrite | undefined {
  const type = findFieldType(field);
  if (type.writing === 'ignored') return undefined;
  if (findStorageProblem(field, value) !== undefined) {
    throw new OperationFault(`Dynamic Field ${field.name} could not be set, please contact the system administrator`);
  }
  const items = listItems(value).map((item) => untilNul(item));
  const old = listItems(before);
  if (items.length === old.length && items.every((item, index) => item === old[index])) return undefined;
  const readable = (list: readonly string[]): string => list.map((item) => type.readable?.(item) ?? item).join(', ');
  return {
    field,
    value,
    items,
    before,
    historyType: field.objectType === 'Article' ? 'ArticleDynamicFieldUpdate' : 'TicketDynamicFieldUpdate',
    historyName: dynamicFieldHistoryName(field.name, readable(items), readable(old)),
  };
}

/** The value as it will be read. */
export function storedValue(field: DynamicField, items: readonly string[]): FieldValue {
  const type = findFieldType(field);
  const values = items.map((item) => {
    if (type.column === 'value_int') return Number(item);
    return type.column === 'value_date' && item.length === 10 ? `${item} 00:00:00` : item;
  });
  if (values.length === 0) return null;
  return isList(field) ? values : (values[0] ?? null);
}

/** Characters left by the fixed parts of the name, which has 200. */
const ROOM = 166;
const CUT = '[...]';

/**
 * `ticket_history.name` of a changed value: `%%FieldName%%<name>%%Value%%<new>%%OldValue%%<old>`. Values are shortened with `[...]`
 * when all three together exceed 166 characters (`docs/compatibility.md`).
 */
export function dynamicFieldHistoryName(name: string, value: string, oldValue: string): string {
  const room = ROOM - name.length;
  const half = Math.floor(room / 2);
  const forOld = Math.max(half, room - value.length);
  const forNew = Math.max(room - half, room - oldValue.length);
  const isLong = value.length + oldValue.length > room;
  const newPart = isLong ? shorten(value, forNew) : value;
  const oldPart = isLong ? shorten(oldValue, forOld) : oldValue;
  return `%%FieldName%%${name}%%Value%%${newPart}%%OldValue%%${oldPart}`;
}

function shorten(text: string, room: number): string {
  if (text.length <= room) return text;
  return `${text.slice(0, Math.max(0, room - CUT.length))}${CUT}`;
}
