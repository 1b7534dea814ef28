import { matchesAnything } from '../parameters/read-parameter.js';
import { readTokens, type ConditionToken, type TermToken } from './read-tokens.js';

/** A condition on one text, as written in a request. */
export type ConditionTree =
  | TermToken
  | { readonly kind: 'not'; readonly part: ConditionTree }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly ConditionTree[] };

const MAX_DEPTH = 50;

/**
 * Reads the family's condition language (`docs/compatibility.md`): `&&`, `+`, ` AND `, `||`, ` OR `, `!` before a
 * term, parentheses, `"…"` around a phrase, `\` before `( ) & |`, wildcards `*` and `%`. Undefined for what has no meaning: both operators
 * at one level, unbalanced parentheses, no term at all, more than 50 levels.
 *
 * @example
 * parseCondition('(printer* || scanner*) && !*fixed*')
 */
export function parseCondition(text: string): ConditionTree | undefined {
  const parser = new ConditionParser(readTokens(text));
  const tree = parser.readChain(0);
  return parser.isAtEnd ? tree : undefined;
}

/** Whether a value has a meaning; wildcards alone and empty texts restrict nothing. */
export function isCondition(text: string): boolean {
  return text.trim() === '' || matchesAnything(text) || parseCondition(text) !== undefined;
}

/** Each makes the statement longer. */
export function countTerms(text: string): number {
  return readTokens(text).filter((token) => typeof token === 'object').length;
}

class ConditionParser {
  readonly #tokens: readonly ConditionToken[];
  #position = 0;

  constructor(tokens: readonly ConditionToken[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#position === this.#tokens.length;
  }

  /** Operands with one kind of operator between them. */
  readChain(depth: number): ConditionTree | undefined {
    const first = this.#readOperand(depth);
    if (first === undefined) return undefined;
    const operator = this.#next;
    if (operator !== 'and' && operator !== 'or') return first;
    const parts = [first];
    while (this.#next === operator) {
      this.#position += 1;
      const part = this.#readOperand(depth);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    return { kind: operator, parts };
  }

  #readOperand(depth: number): ConditionTree | undefined {
    let isNegated = false;
    while (this.#next === '!') {
      isNegated = !isNegated;
      this.#position += 1;
    }
    const part = this.#readPlainOperand(depth);
    return part !== undefined && isNegated ? { kind: 'not', part } : part;
  }

  #readPlainOperand(depth: number): ConditionTree | undefined {
    const token = this.#next;
    if (token === undefined) return undefined;
    this.#position += 1;
    if (typeof token === 'object') return token;
    if (token !== '(' || depth >= MAX_DEPTH) return undefined;
    const group = this.readChain(depth + 1);
    if (this.#next !== ')') return undefined;
    this.#position += 1;
    return group;
  }

  get #next(): ConditionToken | undefined {
    return this.#tokens[this.#position];
  }
}
