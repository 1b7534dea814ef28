import { parse as parsePrecisely } from 'lossless-json';

/** Deepest nesting, as in the family's decoder. */
export const DEPTH_LIMIT = 512;
/** Characters of a text in which a mistake is searched for. */
const LONGEST_SEARCHED = 100_000;
/** Bytes above which a body is not searched at all. */
const LARGE = 1_000_000;
const LONG_NUMBER = /(?:^|[[,:\s-])\d{16}/;

/**
 * Parses JSON; undefined for other texts. Integers that JavaScript would round become text, so that an id of many digits arrives as it was
 * sent.
 */
export function parseJsonExactly(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  const work = parsingSteps(text);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/**
 * The steps of {@link parseJsonExactly}, for a text that is not nested too deeply.
 *
 * @param texts the texts behind placeholders
 */
export function* parsingSteps(text: string, texts?: ReadonlyMap<unknown, string>): Generator<undefined, unknown> {
  const precise = (yield* findLongNumber(text)) ? quoteLongIntegers(text) : text;
  yield;
  const revive = texts?.size ? (_name: string, value: unknown) => texts.get(value) ?? value : undefined;
  try {
    return JSON.parse(precise, revive) as unknown; // instead of `any`
  } catch {
    return undefined;
  }
}

function* findLongNumber(text: string): Generator<undefined, boolean> {
  for (let at = 0; at < text.length; at += LARGE) {
    // A number that begins in this piece may end in the next one.
    if (LONG_NUMBER.test(text.slice(at, at + LARGE + LONGEST_WRITTEN))) return true;
    yield;
  }
  return false;
}

/** Describes the position of a syntax error, without the text, which may be secret. */
export function findMistake(body: Buffer): string {
  if (body.length >= LARGE) return 'it cannot be parsed';
  const text = body.toString('utf8');
  if (isTooDeep(text)) return `it is nested deeper than ${DEPTH_LIMIT} levels`;
  if (text.length > LONGEST_SEARCHED) return 'it cannot be parsed';
  try {
    // This parser reports positions, unlike the built-in one, but takes a hundred times as long.
    parsePrecisely(text);
  } catch (cause) {
    const [, position] = /position (\d+)/.exec(cause instanceof Error ? cause.message : '') ?? [];
    if (position !== undefined) return `it is invalid ${describePlace(text, Number(position))}`;
  }
  return 'it cannot be parsed';
}

function describePlace(text: string, position: number): string {
  if (position >= text.trimEnd().length) return 'at its end, where something is missing';
  const lines = text.slice(0, position).split('\n');
  return `at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** Integers that are values; invalid JSON stays invalid. */
const LONG_INTEGER = /(?<![\w.+-])-?[1-9]\d{15,}(?![\w.+-]|\s*:)/g;

/** Most characters of an integer, including its sign, that JavaScript writes without an exponent. */
const LONGEST_WRITTEN = 22;

/** Quotes integers that JavaScript would round, but not within texts. */
function quoteLongIntegers(text: string): string {
  let quote = text.indexOf('"');
  let outside = 0;
  return text.replace(LONG_INTEGER, (digits, at: number) => {
    while (quote >= 0 && quote < at) {
      outside = findTextEnd(text, quote) + 1;
      quote = text.indexOf('"', outside);
    }
    const isExact = digits.length <= LONGEST_WRITTEN && String(Number(digits)) === digits;
    return outside > at || isExact ? digits : `"${digits}"`;
  });
}

function isTooDeep(text: string): boolean {
  if (text.length <= DEPTH_LIMIT * 2) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit === QUOTE) i = findTextEnd(text, i);
    // Brackets and braces only differ in this bit.
    else if ((unit | 0x20) === OPEN) depth += 1;
    else if ((unit | 0x20) === CLOSE) depth -= 1;
    if (depth > DEPTH_LIMIT) return true;
  }
  return false;
}

/** The position of the quote that ends a text. */
function findTextEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, position: number): boolean {
  let first = position;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (position - first) % 2 === 1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Braces. */
const OPEN = 0x7b;
const CLOSE = 0x7d;
