import type { Data } from '@ticketgate/sdk';

import type { DynamicField } from '../../catalogue/catalogue.js';
import type { Condition } from '../../search/statement/condition.js';
import type { Moment } from '../../time/moment.js';

/** The column of `dynamic_field_value` that holds the values of a type. */
export type FieldColumn = 'value_text' | 'value_date' | 'value_int';

export type Comparison = '=' | '>' | '>=' | '<' | '<=';

/** How the values of a type are searched: conditions on the row `v` of `dynamic_field_value`. */
export interface FieldOperators {
  /** One of the values compares so. */
  readonly compare: (comparison: Comparison, values: readonly string[]) => Condition;
  /** The condition language; undefined for types that do not know `Like`. */
  readonly like?: (values: readonly string[]) => Condition | undefined;
  /** That the row holds a value; undefined for types that do not know `Empty`. */
  readonly filled?: string;
}

/** All that is special about one kind of dynamic fields (`docs/compatibility.md`). */
export interface DynamicFieldType {
  /** The values of `dynamic_field.field_type` that it implements. */
  readonly names: readonly string[];
  /** Those of them that `config/catalogue.yml` may have. */
  readonly inCatalogue?: readonly string[];
  readonly column: FieldColumn;
  /** The column that fields are searched and sorted by, where it is another one. */
  readonly searchedColumn?: FieldColumn;
  /** `ignored`: writes succeed and do nothing. */
  readonly writing: 'stored' | 'ignored' | 'refused';
  readonly search: FieldOperators;
  /** True when values are answered as a list. */
  isList(field: DynamicField): boolean;
  /** The problem with a value, as the end of a sentence that starts with `DynamicField->Value`; undefined if there is none. */
  check(value: unknown, field: DynamicField, moment: Moment): string | undefined;
  /** An item as the history shows it; by default as it is. */
  readable?(item: string): string;
  /** The names of the fields whose values make up that of a field. */
  memberNames?(field: DynamicField): readonly string[];
  /** The keys that a field may have, with what they mean. */
  possibleValues?(field: DynamicField): Data;
}
