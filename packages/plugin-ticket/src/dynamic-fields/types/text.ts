import type { DynamicField } from '../../catalogue/catalogue.js';
import { shown } from '../../request/input-errors.js';
import { INVALID, isMultiValue, MAX_TEXT_LENGTH, scalarText } from '../field-config.js';
import { fieldPatterns } from './field-pattern.js';
import type { DynamicFieldType } from './dynamic-field-type.js';
import { textOperators } from './text-operators.js';

/** Text, TextArea, RichText, ProcessID and ActivityID: any text that matches all patterns of `RegExList`, or `''`. */
export const textType: DynamicFieldType = {
  names: ['Text', 'TextArea', 'RichText', 'ProcessID', 'ActivityID'],
  inCatalogue: ['Text', 'TextArea'],
  column: 'value_text',
  writing: 'stored',
  search: textOperators,
  isList: isMultiValue,
  check(value, field) {
    // A list for a single-value field passes this check and fails when it is stored (compatibility).
    if (isMultiValue(field) && !Array.isArray(value)) return INVALID;
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const item of items) {
      const problem = checkItem(item, field);
      if (problem !== undefined) return problem;
    }
    return undefined;
  },
  takes(field) {
    const sources = fieldPatterns(field).map(({ source }) => source);
    return sources.length === 0 ? 'a text' : `a text that matches ${shown(sources.join(' and '))}`;
  },
};

function checkItem(item: unknown, field: DynamicField): string | undefined {
  const text = scalarText(item);
  if (text === undefined) return INVALID;
  // Longer values cannot be stored, and patterns may take long on them.
  if (text === '' || text.length > MAX_TEXT_LENGTH) return undefined;
  for (const { source, pattern } of fieldPatterns(field)) {
    if (pattern === undefined) {
      return `parameter is invalid! The pattern ${source} of field ${field.name} cannot be used here; write it without Perl's own syntax.`;
    }
    if (!pattern.test(text)) return INVALID;
  }
  return undefined;
}
