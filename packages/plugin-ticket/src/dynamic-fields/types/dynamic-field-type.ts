import type { Data } from '@ticketgate/sdk';

import type { DynamicField } from '../../catalogue/catalogue.js';
import type { Condition } from '../../search/statement/condition.js';
import type { Moment } from '../../time/moment.js';

/** The column of `dynamic_field_value` that holds the values of a type. */
export type FieldColumn = 'value_text' | 'value_date' | 'value_int';

export type Comparison = '=' | '>' | '>=' | '<' | '<=';

export interface SearchedValues {
  readonly fit: (value: string) => boolean;
  /** Their form, as the end of a sentence that starts with "write". */
  readonly form: string;
}

/** Conditions on the row `v` of `dynamic_field_value`, by which the values of a type are searched. */
export interface FieldOperators {
  /** Compares with any of the values, all of which fit. */
  readonly compare: (comparison: Comparison, values: readonly string[]) => Condition;
  /** The comparisons of the type; all of them by default. */
  readonly comparisons?: readonly Comparison[];
  /** The values that can be compared; any text by default. */
  readonly values?: SearchedValues;
  /** A term of the condition language; undefined for types without `Like`. */
  readonly like?: (values: readonly string[]) => Condition | undefined;
  /** Whether the row has a value; undefined for types without `Empty`. */
  readonly filled?: string;
}

/** The behaviour of one type of dynamic fields (`docs/compatibility.md`). */
export interface DynamicFieldType {
  /** Values of `dynamic_field.field_type`. */
  readonly names: readonly string[];
  /** Names that are allowed in `config/catalogue.yml`; by default all of them, if values are stored. */
  readonly inCatalogue?: readonly string[];
  readonly column: FieldColumn;
  /** The column for searching and sorting, if it differs. */
  readonly searchedColumn?: FieldColumn;
  /** By default, values are stored. `ignored`: writes succeed and do nothing. */
  readonly writing?: 'ignored' | 'refused';
  readonly search: FieldOperators;
  /** Whether values are answered as a list even if the field has one. */
  readonly isAlwaysList?: true;
  /** The problem with a value, as the end of a sentence that starts with `DynamicField->Value`; undefined if there is none. */
  check(value: unknown, field: DynamicField, moment: Moment): string | undefined;
  /** What an item may be, as the end of a sentence that starts with "write"; for types whose check refuses items. */
  takes?(field: DynamicField): string;
  /** Formats an item for the history; by default it is unchanged. */
  readable?(item: string): string;
  /** The names of the fields that make up the value. */
  memberNames?(field: DynamicField): readonly string[];
  /** The possible keys of a field with their labels. */
  possibleValues?(field: DynamicField): Data;
}
