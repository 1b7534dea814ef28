import type { DynamicField } from '../../catalogue/catalogue.js';
import { fieldTypeOf } from './field-types.js';

/** The key whose label was sent instead of it; undefined for keys, and for fields without labels. */
export function keyOfLabel(field: DynamicField, value: unknown): string | undefined {
  const labels = fieldTypeOf(field).possibleValues?.(field) ?? {};
  const sent: readonly unknown[] = [value].flat();
  return Object.entries(labels).find(([, label]) =>
    sent.some((each) => each === label && !Object.hasOwn(labels, String(each))),
  )?.[0];
}
