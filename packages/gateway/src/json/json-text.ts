import { isAscii } from 'node:buffer';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Bytes of a text that are decoded at once. */
const PIECE = 262_144;
/** The longest escape, as in \u00e9. */
const LONGEST_ESCAPE = 6;
/** Bytes after an escaped quote that are looked at one by one. */
const NEAR = 32;
/** JSON has them in texts as escapes only. */
const HAS_CONTROLS = /[\0-\x1f]/;

/** The position of the quote that ends the text which begins at `start`; -1 when it does not end. */
export function* findEndOfText(bytes: Buffer, start: number): Generator<undefined, number> {
  let at = start;
  let pause = start + PIECE;
  for (;;) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0 || bytes[quote - 1] !== BACKSLASH) return quote;
    // Escapes: from here on byte by byte, past this quote.
    while (at <= quote + NEAR) {
      const byte = bytes[at];
      if (byte === QUOTE) return at;
      at += byte === BACKSLASH ? 2 : 1;
      if (at < pause) continue;
      yield;
      pause = at + PIECE;
    }
  }
}

/**
 * The text between two quotes, a piece at a time.
 *
 * @throws SyntaxError when it is not JSON
 */
export function* decodeText(bytes: Buffer, start: number, end: number): Generator<undefined, string> {
  if (end - start <= PIECE) return decodePiece(bytes, start, end);
  yield;
  const isPlain = bytes.subarray(start, end).indexOf(BACKSLASH) < 0 && isAscii(bytes.subarray(start, end));
  if (isPlain) return yield* decodePlain(bytes, start, end);
  let text = '';
  for (let at = start; at < end;) {
    const next = at + PIECE >= end ? end : cutBefore(bytes, at, at + PIECE);
    text += decodePiece(bytes, at, next);
    at = next;
    yield;
  }
  return text;
}

/** Most long texts are base64: they become a string in one go, which takes no more than copying them. */
function* decodePlain(bytes: Buffer, start: number, end: number): Generator<undefined, string> {
  for (let at = start; at < end; at += PIECE) {
    if (HAS_CONTROLS.test(bytes.toString('latin1', at, Math.min(at + PIECE, end))))
      throw new SyntaxError('a control character');
    yield;
  }
  return bytes.toString('latin1', start, end);
}

function decodePiece(bytes: Buffer, start: number, end: number): string {
  // JSON of a text is a text.
  return JSON.parse(`"${bytes.toString('utf8', start, end)}"`) as string;
}

/** The last place until `end` that is not within a character or an escape. */
function cutBefore(bytes: Buffer, start: number, end: number): number {
  let cut = end;
  while (isContinuation(bytes[cut])) cut -= 1;
  const backslash = bytes.lastIndexOf(BACKSLASH, cut - 1);
  if (backslash < Math.max(start, cut - LONGEST_ESCAPE)) return cut;
  const begin = isEscapedAt(bytes, { start, at: backslash }) ? backslash - 1 : backslash;
  const length = bytes[begin + 1] === 0x75 ? LONGEST_ESCAPE : 2;
  return begin + length > cut ? begin : cut;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** Whether the byte at a place follows an odd number of backslashes; nothing before `start` counts. */
export function isEscapedAt(bytes: Buffer, { start, at }: { readonly start: number; readonly at: number }): boolean {
  let first = at;
  while (first > start && bytes[first - 1] === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}
