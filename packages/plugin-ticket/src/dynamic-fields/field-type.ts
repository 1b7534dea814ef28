import type { DynamicField } from '../catalogue/catalogue.js';
import { checkboxType } from './checkbox-type.js';
import { dateTimeType, dateType } from './date-type.js';
import { ignoredType, readOnlyType } from './read-only-type.js';
import { dropdownType, multiselectType } from './selection-type.js';
import { textType } from './text-type.js';

/** The moment at which a value is checked, for fields that refuse past or future dates. */
export interface FieldMoment {
  readonly now: Date;
  /** The system's time zone. */
  readonly zone: string;
}

/** The column of `dynamic_field_value` that holds the values of a type. */
export type FieldColumn = 'value_text' | 'value_date' | 'value_int';

/** What is special about one `dynamic_field.field_type` (compatibility: ticket operations 0.6). */
export interface DynamicFieldType {
  readonly column: FieldColumn;
  /** `ignored`: writes succeed and do nothing. */
  readonly writing: 'stored' | 'ignored' | 'refused';
  /** True when values are answered as a list. */
  isList(field: DynamicField): boolean;
  /** What is wrong with a value, as the end of a sentence that starts with `DynamicField->Value`; undefined when it is fine. */
  check(value: unknown, field: DynamicField, moment: FieldMoment): string | undefined;
  /** An item as the history shows it. */
  readable(item: string): string;
}

const TYPES: Readonly<Record<string, DynamicFieldType>> = {
  Text: textType,
  TextArea: textType,
  RichText: textType,
  ProcessID: textType,
  ActivityID: textType,
  Dropdown: dropdownType,
  Multiselect: multiselectType,
  Checkbox: checkboxType,
  Date: dateType,
  DateTime: dateTimeType,
  Script: ignoredType,
  ScriptPerl: ignoredType,
  ScriptTemplateToolkit: ignoredType,
};

/** The rules of a field's type. Types that we do not know (reference, database, set and those of packages) are read and not written. */
export function fieldTypeOf(field: Pick<DynamicField, 'fieldType'>): DynamicFieldType {
  return Object.hasOwn(TYPES, field.fieldType) ? (TYPES[field.fieldType] ?? readOnlyType) : readOnlyType;
}
