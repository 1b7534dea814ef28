import { textValues } from '../../search/condition-language/equals-any.js';
import { textCondition } from '../../search/condition-language/text-condition.js';
import type { Bind } from '../../search/statement/bind.js';
import type { Condition } from '../../search/statement/condition.js';
import type { FieldOperators } from './dynamic-field-type.js';

/** Indexed characters of a value. */
const INDEXED = 150;

/** A way to compare texts: exactly, or ignoring case. */
interface ComparedText {
  readonly column: string;
  /** The expression of the index. */
  readonly indexed: string;
  readonly made: (value: string) => string;
}

const PLAIN: ComparedText = { column: 'v.value_text', indexed: '(value_text)::text', made: (value) => value };
const LOWERED: ComparedText = {
  column: 'lower(v.value_text)',
  indexed: 'lower((value_text)::text)',
  made: (value) => `lower(${value})`,
};

/** Compares the indexed beginning first, which the index finds, and then the whole value. */
function equalsOneText({ column, indexed, made }: ComparedText, given: readonly string[]): Condition {
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
