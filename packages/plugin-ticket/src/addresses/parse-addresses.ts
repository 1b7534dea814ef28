import { addressOfEntry, type Piece } from './address-of-entry.js';

/** The delimiters of a part; inside it, other delimiters are text. */
const ENDS: Readonly<Record<string, string>> = { '"': '"', '(': ')', '<': '>', ':': ';' };
const SEPARATORS = new Set([',', ';']);

/**
 * The addresses of a line such as From (RFC 5322, leniently): with names, among comments, separated by commas or semicolons; `''` for
 * an entry without any. The work is linear in the length of the line.
 *
 * @example
 * parseAddresses('"Ink, Blue" <ink@customer.org>, pen@customer.org'); // ['ink@customer.org', 'pen@customer.org']
 */
export function parseAddresses(line: string): readonly string[] {
  const addresses: string[] = [];
  let entry: Piece[] = [];
  for (const piece of [...readPieces(line), { isDelimiter: true, text: ',' }]) {
    if (!piece.isDelimiter || !SEPARATORS.has(piece.text)) entry.push(piece);
    else if (entry.length > 0) {
      addresses.push(addressOfEntry(entry));
      entry = [];
    }
  }
  return addresses;
}

function readPieces(line: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let text = '';
  let end = '';
  let isEscaped = false;
  const endText = (): void => {
    if (text.trim() !== '') pieces.push({ isDelimiter: false, text: text.trim() });
    text = '';
  };
  for (const character of line) {
    const wasEscaped: boolean = isEscaped;
    isEscaped = character === '\\' && !wasEscaped;
    if (isEscaped) continue;
    if (!wasEscaped && isDelimiter(character, end)) {
      endText();
      pieces.push({ isDelimiter: true, text: character });
      end = end === '' ? (ENDS[character] ?? '') : '';
    } else text += wasEscaped && !isEscapable(character) ? `\\${character}` : character;
  }
  endText();
  return pieces;
}

/** `end`: the delimiter that ends the part the character is in. */
function isDelimiter(character: string, end: string): boolean {
  return end === '' ? SEPARATORS.has(character) || character in ENDS : character === end;
}

function isEscapable(character: string): boolean {
  return character === '\\' || SEPARATORS.has(character) || character in ENDS;
}
