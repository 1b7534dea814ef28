import type { DynamicField } from '../../catalogue/catalogue.js';
import { shown } from '../../request/input-errors.js';
import { INVALID, isMultiValue, MAX_TEXT_LENGTH, scalarText } from '../field-config.js';
import { fieldPatterns } from './field-pattern.js';
import type { DynamicFieldType, FieldOperators } from './dynamic-field-type.js';
import { textValues } from '../../search/condition-language/equals-any.js';
import { textCondition } from '../../search/condition-language/text-condition.js';
import type { Bind, Condition } from '../../search/statement/condition.js';

/** Indexed characters of a value. */
const INDEXED = 150;

/** Ways to compare texts, exactly and ignoring case. `indexed` is the expression of the index. */
const PLAIN = { column: 'v.value_text', indexed: '(value_text)::text', made: (value: string) => value };
const LOWERED = {
  column: 'lower(v.value_text)',
  indexed: 'lower((value_text)::text)',
  made: (value: string) => `lower(${value})`,
};

/** Compares the indexed beginning first, which the index finds, and then the whole value. */
function equalsOneText({ column, indexed, made }: typeof PLAIN, given: readonly string[]): Condition {
  const expression = `left(${column}, ${INDEXED})`;
  const values = (bind: Bind): string => textValues(bind, given, (value) => `left(${made(value)}, ${INDEXED})`);
  return Object.assign(
    (bind: Bind) => `(${expression} = any(${values(bind)}) and ${column} = any(${textValues(bind, given, made)}))`,
    { indexed: { expression, indexed: `"left"(${indexed}, ${INDEXED})`, values } },
  );
}

/** Operators for texts, which ignore case. */
export const textOperators: FieldOperators = {
  compare: (comparison, values) => {
    if (comparison === '=') return equalsOneText(LOWERED, values);
    return (bind) => `${LOWERED.column} ${comparison} any(${textValues(bind, values, LOWERED.made)})`;
  },
  like: (values) => textCondition('v.value_text', values),
  filled: "v.value_text <> ''",
};

/** Operators for keys, which are compared exactly. */
export const keyOperators: FieldOperators = {
  ...textOperators,
  compare: (comparison, values) =>
    comparison === '='
      ? equalsOneText(PLAIN, values)
      : (bind) => `${PLAIN.column} ${comparison} any(${bind(values, 'text[]')})`,
};

/** Text, TextArea, RichText, ProcessID and ActivityID: any text that matches all patterns of `RegExList`, or `''`. */
export const textType: DynamicFieldType = {
  names: ['Text', 'TextArea', 'RichText', 'ProcessID', 'ActivityID'],
  inCatalogue: ['Text', 'TextArea'],
  column: 'value_text',
  search: textOperators,
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
    const sources = fieldPatterns(field.config).map(({ source }) => source);
    return sources.length === 0 ? 'a text' : `a text that matches ${shown(sources.join(' and '))}`;
  },
};

function checkItem(item: unknown, field: DynamicField): string | undefined {
  const text = scalarText(item);
  if (text === undefined) return INVALID;
  // Longer values cannot be stored, and patterns may take long on them.
  if (text === '' || text.length > MAX_TEXT_LENGTH) return undefined;
  for (const { source, pattern } of fieldPatterns(field.config)) {
    if (pattern === undefined) {
      return `parameter is invalid! The pattern ${source} of field ${field.name} cannot be used here; write it without Perl's own syntax.`;
    }
    if (!pattern.test(text)) return INVALID;
  }
  return undefined;
}
