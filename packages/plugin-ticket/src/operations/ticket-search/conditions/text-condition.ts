import { NoHits, type SearchStatement } from '../search-statement.js';

/** A condition on one text: words with wildcards, put together by and, or, not and parentheses. */
type Expression =
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'not'; readonly inner: Expression }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Expression[] };

type Token = '(' | ')' | 'and' | 'or' | 'not' | { readonly text: string };

const SIGNS: readonly (readonly [sign: RegExp, token: Exclude<Token, object>])[] = [
  [/^(?:&&|\+| AND )/, 'and'],
  [/^(?:\|\|| OR )/, 'or'],
  [/^\(/, '('],
  [/^\)/, ')'],
];

/**
 * Makes a condition of a value in the family's little language (`docs/compatibility.md`, ticket operations 4.4): `*` and `%` are wildcards,
 * without one the whole text has to be equal; case does not count.
 *
 * @returns undefined when the value restricts nothing
 * @throws NoHits when the value cannot be understood
 */
export function textCondition(value: string, column: string, statement: SearchStatement): string | undefined {
  const text = value.trim();
  if (/^[*%]{1,3}$/.test(text)) return undefined;
  return render(parse(tokenize(text)), column, statement);
}

function render(expression: Expression, column: string, statement: SearchStatement): string {
  if (expression.kind === 'term') return renderTerm(expression.text, column, statement);
  if (expression.kind === 'not') return `not coalesce(${render(expression.inner, column, statement)}, false)`;
  return `(${expression.parts.map((part) => render(part, column, statement)).join(` ${expression.kind} `)})`;
}

function renderTerm(text: string, column: string, statement: SearchStatement): string {
  const lower = text.toLowerCase();
  if (!/[*%]/.test(lower)) return `lower(${column}) = ${statement.bind(lower)}`;
  return `lower(${column}) like ${statement.bind(likePattern(lower))}`;
}

/** Wildcards become those of SQL; everything else is literal. */
export function likePattern(text: string): string {
  return text.replaceAll(/[\\_]/g, '\\$&').replaceAll('*', '%');
}

function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let rest = text;
  while (rest !== '') {
    const sign = SIGNS.find(([pattern]) => pattern.test(rest));
    if (sign !== undefined) {
      tokens.push(sign[1]);
      rest = rest.replace(sign[0], '');
    } else if (rest.startsWith('!') && isTermStart(tokens)) {
      tokens.push('not');
      rest = rest.slice(1);
    } else {
      const length = termLength(rest);
      tokens.push({ text: unquote(rest.slice(0, length)) });
      rest = rest.slice(length);
    }
  }
  return tokens;
}

function isTermStart(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  return last === undefined || (typeof last === 'string' && last !== ')');
}

/** A term ends before the next sign; quotes and backslashes protect signs. */
function termLength(text: string): number {
  const term = /^(?:"[^"]*"|\\[()&|]|(?!&&|\|\||\+| AND | OR |[()])[\s\S])+/.exec(text);
  return term?.[0].length ?? 1;
}

function unquote(text: string): string {
  return text
    .replaceAll(/"([^"]*)"/g, '$1')
    .replaceAll(/\\([()&|])/g, '$1')
    .trim();
}

/** A chain mixes no signs: `a && b || c` without parentheses means nothing. */
function parse(tokens: readonly Token[]): Expression {
  const { expression, rest } = parseChain(tokens);
  if (rest.length > 0) throw new NoHits();
  return expression;
}

interface Parsed {
  readonly expression: Expression;
  readonly rest: readonly Token[];
}

function parseChain(tokens: readonly Token[]): Parsed {
  let { expression, rest } = parseTerm(tokens);
  const sign = rest[0];
  if (sign !== 'and' && sign !== 'or') return { expression, rest };
  const parts = [expression];
  while (rest[0] === sign) {
    ({ expression, rest } = parseTerm(rest.slice(1)));
    parts.push(expression);
  }
  if (rest[0] === 'and' || rest[0] === 'or') throw new NoHits();
  return { expression: { kind: sign, parts }, rest };
}

function parseTerm(tokens: readonly Token[]): Parsed {
  const [first, ...rest] = tokens;
  if (first === 'not') {
    const inner = parseTerm(rest);
    return { expression: { kind: 'not', inner: inner.expression }, rest: inner.rest };
  }
  if (first === '(') {
    const inner = parseChain(rest);
    if (inner.rest[0] !== ')') throw new NoHits();
    return { expression: inner.expression, rest: inner.rest.slice(1) };
  }
  if (typeof first !== 'object') throw new NoHits();
  return { expression: { kind: 'term', text: first.text }, rest };
}
