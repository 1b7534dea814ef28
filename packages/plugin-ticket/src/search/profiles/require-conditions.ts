import { invalid, shown } from '../../request/input-errors.js';
import { isText } from '../../request/family-values.js';
import { isCondition } from '../condition-language/parse-condition.js';

/**
 * Refuses texts that have no meaning in the condition language, such as `a ||`.
 *
 * @throws OperationError `<Operation>.InvalidParameter`
 */
export function requireConditions(what: string, value: unknown, operation: string): void {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const wrong = values.find((each) => isText(each) && !isCondition(String(each)));
  if (wrong === undefined) return;
  throw invalid(
    operation,
    `${what} is ${shown(wrong)}, which is not a complete expression; give && and || two sides each, put parentheses around one of them where both occur, and put text with such characters in "quotes".`,
  );
}
