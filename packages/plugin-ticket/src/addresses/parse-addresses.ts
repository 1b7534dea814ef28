/** A part of an entry: a delimiter such as `<`, or the text between two of them. */
interface Piece {
  readonly isDelimiter: boolean;
  readonly text: string;
}

/** The address of one entry of a line, such as `Ink <ink@customer.org>`; `''` if there is none. */
function findEntryAddress(pieces: readonly Piece[]): string {
  // A group has no address.
  if (pieces.some(({ isDelimiter, text }) => isDelimiter && text === ':'))
    return pieces.map(({ text }) => text).join('');
  const { address, comment, ...rest } = sortTexts(pieces);
  const text = rest.text.length > 0 ? rest.text : comment;
  const whole = text.join(' ');
  const found = address.length > 0 ? address[0] : findAddress(text);
  if (found === undefined || found === '') return whole.includes('@') ? whole : '';
  return found.includes('@') || (whole !== '' && whole !== found) ? found : '';
}

/** The address of an entry without brackets: the last text that is an address, else one among other words. */
function findAddress(texts: readonly string[]): string | undefined {
  const backwards = texts.toReversed();
  return backwards.find((text) => /^[^@\s]+@[^@\s]+$/.test(text)) ?? findFirst(backwards, looseAddress);
}

type Place = 'text' | 'address' | 'comment';

const PLACES: Readonly<Record<string, Place>> = { '<': 'address', '(': 'comment' };

function sortTexts(pieces: readonly Piece[]): Readonly<Record<Place, readonly string[]>> {
  const texts: Record<Place, string[]> = { text: [], address: [], comment: [] };
  let place: Place = 'text';
  for (const { isDelimiter, text } of pieces) {
    if (isDelimiter) place = PLACES[text] ?? 'text';
    // An unquoted name that contains `<`: only the text after the last one counts.
    else texts[place].push(place === 'address' ? text.replace(/^[^<]*<\s*/, '') : text);
  }
  return texts;
}

function findFirst(texts: readonly string[], find: (text: string) => string | undefined): string | undefined {
  for (const text of texts) {
    const found = find(text);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An address among other words: the first word that has one, from its first letter to its last. */
function looseAddress(text: string): string | undefined {
  return findFirst(text.match(/\S+/g) ?? [], addressInWord);
}

/** Matched in steps: a single expression would backtrack over each letter of a long word. */
function addressInWord(word: string): string | undefined {
  const last = word.search(/\w\W*$/);
  let start = 0;
  for (let at = word.indexOf('@'); at !== -1 && at < last; at = word.indexOf('@', start)) {
    const letter = word.slice(start, at).search(/\w/);
    if (letter !== -1) return word.slice(start + letter, last + 1);
    start = at + 1;
  }
  return undefined;
}

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
      addresses.push(findEntryAddress(entry));
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
