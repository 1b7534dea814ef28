import { isInteger, isSafeNumber, parse as parseLossless } from 'lossless-json';

/** As deep as the family's decoder goes. */
const DEPTH_LIMIT = 512;
const LONG_NUMBER = /(?:^|[[,:\s-])\d{16}/;

/**
 * Parses JSON; undefined when it is none. Integers that JavaScript would round become text, so that an id of many digits
 * arrives as it was sent.
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return LONG_NUMBER.test(text)
      ? parseLossless(text, undefined, { parseNumber: readNumber, onDuplicateKey })
      : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where a text that is no JSON goes wrong, for its author; nothing of the text itself, which may be secret. */
export function findMistake(text: string): string {
  if (isTooDeep(text)) return `it is nested deeper than ${DEPTH_LIMIT} levels`;
  try {
    parseLossless(text);
  } catch (cause) {
    const [, position] = /position (\d+)/.exec(cause instanceof Error ? cause.message : '') ?? [];
    if (position !== undefined) return `it goes wrong ${placeOf(text, Number(position))}`;
  }
  return 'it cannot be parsed';
}

function placeOf(text: string, position: number): string {
  if (position >= text.trimEnd().length) return 'at its end, which comes too early';
  const lines = text.slice(0, position).split('\n');
  return `at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

function readNumber(digits: string): number | string {
  return isInteger(digits) && !isSafeNumber(digits) ? digits : Number(digits);
}

/** The last one wins, as in JSON.parse. */
function onDuplicateKey({ newValue }: { newValue: unknown }): unknown {
  return newValue;
}

function isTooDeep(text: string): boolean {
  if (text.length <= DEPTH_LIMIT * 2) return false;
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const sign = text.charCodeAt(i);
    if (sign === QUOTE) i = endOfText(text, i);
    else depth += STEP.get(sign) ?? 0;
    if (depth > DEPTH_LIMIT) return true;
  }
  return false;
}

/** The position of the quote that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
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
const STEP: ReadonlyMap<number, number> = new Map(
  [
    ['[', 1],
    ['{', 1],
    [']', -1],
    ['}', -1],
  ].map(([sign, step]) => [String(sign).charCodeAt(0), Number(step)]),
);
