/** What Unicode calls white space, within brackets of a pattern. The class `\s` of JavaScript lacks U+0085 and has the byte order mark. */
export const SPACES = String.raw`\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

const BOUNDARY = new RegExp(`[${SPACES}]|$`, 'g');
/** Shorter pieces do not become lines. */
const SHORTEST = 4;

/**
 * Breaks lines at the last white space that fits, which becomes the line feed, if the text has more than `width` characters. Longer
 * words stay whole. The end of the text counts as white space.
 */
export function wrapLines(text: string, width: number): string {
  if (text.length <= width || countCodePoints(text) <= width) return text;
  const pieces = text.split('\n').flatMap((line) => (line.length <= width ? line : wrapLine(line, width)));
  const end = countCodePoints(pieces.at(-1) ?? '') < SHORTEST ? '' : '\n';
  return pieces.join('\n') + end;
}

function wrapLine(line: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  /** The last white space at which a line may end. */
  let end: number | undefined;
  /** Characters from the start to the place that was looked at last. */
  let length = 0;
  let seen = 0;
  const cut = (index: number) => {
    pieces.push(line.slice(start, index));
    start = index + 1;
    end = undefined;
  };
  for (const { index } of line.matchAll(BOUNDARY)) {
    length += countCodePoints(line.slice(seen, index));
    seen = index;
    if (length > width && end !== undefined) {
      cut(end);
      length = countCodePoints(line.slice(start, index));
    }
    if (length <= width) end = length < SHORTEST ? end : index;
    else {
      cut(index);
      length = -1;
    }
  }
  if (start <= line.length) pieces.push(line.slice(start));
  return pieces;
}

/** Characters, of which some are two of JavaScript's. */
export function countCodePoints(text: string): number {
  let pairs = 0;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    if (code >= 0xdc00 && code <= 0xdfff) pairs += 1;
  }
  return text.length - pairs;
}
