import type { Bind } from '../statement/bind.js';
import { likePattern } from './like-pattern.js';

/** More patterns cost more than they save. */
const MOST_PATTERNS = 8;

interface Compared {
  readonly column: string;
  readonly values: readonly string[];
  readonly bind: Bind;
}

/**
 * Looks at a text without lowering it before it is lowered and compared. Where there is no index, a search reads all tickets, and lowering their
 * titles would take three quarters of the time. Only for values in ASCII: which characters become one of another case is known for them.
 */
export function mayBeOne(compared: string, { column, values, bind }: Compared): string {
  if (values.length > MOST_PATTERNS || !values.every(isASCII)) return compared;
  const patterns = values.map((value) => bind(shapeOf(value), 'text'));
  // A null is unknown, also where the condition is negated.
  return `case when ${column} like any(array[${patterns.join(', ')}]) then ${compared} else ${column} is null and null::boolean end`;
}

function isASCII(value: string): boolean {
  return /^[\u0020-\u007E]*$/.test(value);
}

/**
 * The value with a wildcard for one character in place of each letter. The letter i may come from two characters, or from none of its own: with Turkish
 * rules, from I and a dot above.
 */
function shapeOf(value: string): string {
  const parts = value.split(/i+/i).map((part) => likePattern([part]));
  return parts.map((part) => part.replaceAll(/[a-z]/gi, '_')).join('%');
}
