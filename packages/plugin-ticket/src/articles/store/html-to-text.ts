import type { HtmlToTextOptions } from 'html-to-text';

import { convertInWorker } from './convert-in-worker.js';

/** The deepest nesting of elements; deeper parts become `...`, and can be read in the original. */
const DEEPEST = 500;

/** Data only: it is sent to worker threads. Paragraphs begin on a line of their own and end with an empty one. */
const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  // By default the library cuts what is longer than 16 million characters; the time limits it here.
  limits: { maxDepth: DEEPEST, maxInputLength: Number.MAX_SAFE_INTEGER },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 2 } },
    { selector: 'ul', options: { itemPrefix: ' - ', leadingLineBreaks: 1, trailingLineBreaks: 2 } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

const BLOCK = /<(?:p|ul|ol|div|table|blockquote|pre|h[1-6])\b/i;

/**
 * The text of an HTML body, shaped as the family's systems store it: blank lines between paragraphs, ` - ` before list items
 * (`docs/compatibility.md`). Undefined when it takes longer than `seconds`, or is far longer than the HTML.
 */
export async function htmlToText(html: string, seconds: number): Promise<string | undefined> {
  const text = isSmall(html) ? await convertHere(html) : await convertInWorker(html, { options: OPTIONS, seconds });
  if (text === undefined) return undefined;
  return BLOCK.test(html) ? `\n${text.trim()}\n\n` : text.trim();
}

/** Many files; a start that has no HTML to read does without them. */
async function convertHere(html: string): Promise<string> {
  const { convert } = await import('html-to-text');
  return convert(html, OPTIONS);
}

const MOST_CHARACTERS = 200_000;
const MOST_TAGS = 2_000;
/** Each line begins with the markers of all lists and quotations around it. */
const MOST_MARKERS = 20_000;

/** Takes few milliseconds; all else must not keep other requests waiting. */
function isSmall(html: string): boolean {
  if (html.length > MOST_CHARACTERS) return false;
  const tags = html.split('<').length;
  const nesting = html.match(/<(?:blockquote|ul|ol|li|dl|dd)\b/gi)?.length ?? 0;
  return tags <= MOST_TAGS && tags * nesting <= MOST_MARKERS;
}
