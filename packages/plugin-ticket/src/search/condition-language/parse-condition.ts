import { matchesAnything } from '../parameters/read-parameter.js';

/** A text to compare: literal parts separated by wildcards. A single part means equality. */
export interface TermToken {
  readonly kind: 'term';
  readonly parts: readonly string[];
}

type Operator = 'and' | 'or' | '!' | '(' | ')';

type ConditionToken = Operator | TermToken;

const OPERATORS: ReadonlyMap<string, Operator> = new Map(
  Object.entries({ '&&': 'and', '+': 'and', ' AND ': 'and', '||': 'or', ' OR ': 'or', '(': '(', ')': ')', '!': '!' }),
);

/** Characters that most texts lack; a text without them is a single term. */
const SPECIAL = /[!"%&()*+\\|]| (?:AND|OR) /;

/** Within a term; an escaped character, or a run of ordinary ones, is text. */
const INSIDE = /(?<operator>&&|\+| AND |\|\|| OR |[()])|(?<wildcard>[*%])|\\(?<escaped>[()&|])|[^ !"%&()*+\\|]+|[^]/y;
/** Before a term, where there may be a phrase, too. */
const OUTSIDE = new RegExp(`(?<not>!)|"(?<phrase>[^"]*)"|${INSIDE.source}`, 'y');

/** A term that is being read: its parts, and whether it has only spaces so far. */
interface OpenTerm {
  parts: string[];
  isQuoted: boolean;
  isEmpty: boolean;
}

/** Splits a condition into tokens. Spaces around a term are dropped; quotes within one are ordinary characters. */
function readTokens(text: string): readonly ConditionToken[] {
  if (SPECIAL.test(text)) return readSpecial(text);
  const term = text.trim();
  return term === '' ? [] : [{ kind: 'term', parts: [term] }];
}

function readSpecial(text: string): readonly ConditionToken[] {
  const tokens: ConditionToken[] = [];
  let term: OpenTerm = { parts: [''], isQuoted: false, isEmpty: true };
  for (let position = 0; position < text.length;) {
    const pattern = term.isEmpty ? OUTSIDE : INSIDE;
    pattern.lastIndex = position;
    const { 0: characters, groups = {} } = pattern.exec(text) ?? { 0: '' };
    position = pattern.lastIndex;
    const operator = OPERATORS.get(groups.not ?? groups.operator ?? '');
    if (operator === undefined) readPiece(term, characters, groups);
    else {
      tokens.push(...endTerm(term), operator);
      term = { parts: [''], isQuoted: false, isEmpty: true };
    }
  }
  return [...tokens, ...endTerm(term)];
}

type Groups = Readonly<Record<string, string | undefined>>;

function readPiece(term: OpenTerm, characters: string, { phrase, wildcard, escaped = characters }: Groups): void {
  if (phrase !== undefined) Object.assign(term, { parts: phrase.split(/[*%]/), isQuoted: true });
  else if (wildcard !== undefined) term.parts.push('');
  else term.parts.push((term.parts.pop() ?? '') + escaped);
  term.isEmpty &&= phrase === undefined && wildcard === undefined && escaped.trim() === '';
}

function endTerm({ parts, isQuoted, isEmpty }: OpenTerm): readonly TermToken[] {
  if (isEmpty) return [];
  const trimmed = parts.map((part, index) => {
    const start = index === 0 && !isQuoted ? part.trimStart() : part;
    return index === parts.length - 1 ? start.trimEnd() : start;
  });
  return [{ kind: 'term', parts: trimmed }];
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
  const rest = readTokens(text).toReversed();
  const tree = readChain(rest, 0);
  return rest.length === 0 ? tree : undefined;
}

/** Whether a value has a meaning; wildcards alone and empty texts restrict nothing. */
export function isCondition(text: string): boolean {
  return text.trim() === '' || matchesAnything(text) || parseCondition(text) !== undefined;
}

/** Terms without wildcards, all of which a text would have to equal, such as those of `a+b`; none if one text can. */
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

/** Operands with one kind of operator between them. @param rest the tokens, of which the last one is the next */
function readChain(rest: ConditionToken[], depth: number): ConditionTree | undefined {
  const first = readOperand(rest, depth);
  const operator = rest.at(-1);
  if (first === undefined || (operator !== 'and' && operator !== 'or')) return first;
  const parts = [first];
  while (rest.at(-1) === operator) {
    rest.pop();
    const part = readOperand(rest, depth);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return { kind: operator, parts };
}

function readOperand(rest: ConditionToken[], depth: number): ConditionTree | undefined {
  let isNegated = false;
  for (; rest.at(-1) === '!'; rest.pop()) isNegated = !isNegated;
  const part = readPlainOperand(rest, depth);
  return part !== undefined && isNegated ? { kind: 'not', part } : part;
}

function readPlainOperand(rest: ConditionToken[], depth: number): ConditionTree | undefined {
  const token = rest.pop();
  if (typeof token === 'object') return token;
  if (token !== '(' || depth >= MAX_DEPTH) return undefined;
  const group = readChain(rest, depth + 1);
  return rest.pop() === ')' ? group : undefined;
}
