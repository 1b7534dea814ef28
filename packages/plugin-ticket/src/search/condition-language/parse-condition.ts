import { matchesAnything } from '../parameters/read-parameter.js';

/** A text to compare: literal parts separated by wildcards. A single part means equality. */
export interface TermToken {
  readonly kind: 'term';
  readonly parts: readonly string[];
}

type ConditionToken = 'and' | 'or' | '!' | '(' | ')' | TermToken;

const OPERATORS: readonly (readonly [operator: string, token: Exclude<ConditionToken, object>])[] = [
  ['&&', 'and'],
  ['+', 'and'],
  [' AND ', 'and'],
  ['||', 'or'],
  [' OR ', 'or'],
  ['(', '('],
  [')', ')'],
];

/** Characters without a special meaning. */
const ORDINARY = /[^ !"%&()*+\\|]+/y;

/** Characters that most texts lack; a text without them is a single term. */
const SPECIAL = /[!"%&()*+\\|]| (?:AND|OR) /;

const ESCAPED = ['(', ')', '&', '|'];

/** Splits a condition into tokens. Spaces around a term are dropped; quotes within one are ordinary characters. */
function readTokens(text: string): readonly ConditionToken[] {
  if (SPECIAL.test(text)) return readSpecial(text);
  const term = text.trim();
  return term === '' ? [] : [{ kind: 'term', parts: [term] }];
}

function readSpecial(text: string): readonly ConditionToken[] {
  const tokens: ConditionToken[] = [];
  let term = new TermReader();
  const endTerm = (): void => {
    const token = term.finish();
    if (token !== undefined) tokens.push(token);
    term = new TermReader();
  };
  let position = 0;
  while (position < text.length) {
    const operator = OPERATORS.find(([word]) => text.startsWith(word, position));
    if (operator !== undefined) {
      endTerm();
      tokens.push(operator[1]);
      position += operator[0].length;
    } else if (text[position] === '!' && term.isEmpty) {
      tokens.push('!');
      position += 1;
    } else {
      position = term.read(text, position);
    }
  }
  endTerm();
  return tokens;
}

/** Reads a run of ordinary characters, or one special character. */
function charactersAt(text: string, position: number): string {
  ORDINARY.lastIndex = position;
  return ORDINARY.exec(text)?.[0] ?? text.charAt(position);
}

class TermReader {
  #parts: string[] = [''];
  #isQuoted = false;
  /** Whether the term has only spaces so far. */
  isEmpty = true;

  /** Reads a phrase, ordinary characters or another one and returns the position after it. */
  read(text: string, position: number): number {
    const character = text[position] ?? '';
    const end = character === '"' && this.isEmpty ? text.indexOf('"', position + 1) : -1;
    if (end > position) {
      this.#isQuoted = true;
      this.isEmpty = false;
      this.#parts = text.slice(position + 1, end).split(/[*%]/);
      return end + 1;
    }
    const next = text[position + 1] ?? '';
    if (character === '\\' && ESCAPED.includes(next)) return this.#add(next, position + 2);
    if (character === '*' || character === '%') {
      this.#parts.push('');
      this.isEmpty = false;
      return position + 1;
    }
    const run = charactersAt(text, position);
    return this.#add(run, position + run.length);
  }

  finish(): TermToken | undefined {
    if (this.isEmpty) return undefined;
    const parts = this.#parts.map((part, index, all) => {
      const start = index === 0 && !this.#isQuoted ? part.trimStart() : part;
      return index === all.length - 1 ? start.trimEnd() : start;
    });
    return { kind: 'term', parts };
  }

  #add(characters: string, next: number): number {
    const last = this.#parts.length - 1;
    this.#parts[last] = `${this.#parts[last] ?? ''}${characters}`;
    if (characters.trim() !== '') this.isEmpty = false;
    return next;
  }
}

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

/** Terms without wildcards of which a text would have to equal each, such as those of `a+b`; none where one text can. */
export function contradictionIn(text: string): readonly string[] {
  const tree = parseCondition(text);
  const parts = tree?.kind === 'and' ? tree.parts : [];
  const terms = parts.flatMap((part) => (part.kind === 'term' && part.parts.length === 1 ? part.parts : []));
  const different = new Set(terms.map((term) => term.toLowerCase()));
  return different.size > 1 ? terms : [];
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
