import { createError, inThread } from '@ticketgate/sdk';
import type { FormatCallback, HtmlToTextOptions } from 'html-to-text';
import pLimit from 'p-limit';

export const HtmlBusy = createError(
  'Ticket.HtmlBusy',
  () => 'Too many large HTML bodies are being read. Send the request again later.',
  'Unavailable',
);

/** Large bodies are rare and must not occupy all threads. */
const concurrency = pLimit(2);
/** Most waiting bodies, each of which may take some seconds. */
const MOST_WAITING = 10;
/** Nested quotations prefix each line with a character per level: the text can be many times as long as the HTML. */
const LONGEST = { times: 10, characters: 10_000 };

/** Deepest nesting of elements; deeper parts become `...`. */
const DEEPEST = 500;

/** Paragraphs begin on a line of their own and end with an empty one. */
const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  // By default the library cuts texts of more than 16 million characters; here the time limit applies instead.
  limits: { maxDepth: DEEPEST, maxInputLength: Number.MAX_SAFE_INTEGER },
  selectors: [
    { selector: 'a', format: 'numberedLink' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
    { selector: 'img', format: 'skip' },
    { selector: 'p', options: { leadingLineBreaks: 1, trailingLineBreaks: 2 } },
    { selector: 'ul', options: { itemPrefix: ' - ', leadingLineBreaks: 1, trailingLineBreaks: 2 } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
};

/** Cells of a row are separated by spaces. */
const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

/** Puts the number of a link before its text. Places in the same text and scripts are not addresses. */
function numberedLinks(addresses: string[]): FormatCallback {
  return (element, walk, builder) => {
    const { href = '' } = element.attribs as Readonly<Record<string, string>>;
    const address = href.replaceAll(/\s+/g, '');
    if (address !== '' && !/^(?:#|javascript:|data:)/i.test(address)) {
      addresses.push(address);
      builder.addInline(`[${addresses.length}]`);
    }
    walk(element.children, builder);
  };
}

const BLOCK = /<(?:p|ul|ol|div|table|blockquote|pre|h[1-6])\b/i;

/**
 * The text of an HTML body, shaped as the family's systems store it: blank lines between paragraphs, ` - ` before list items, numbers before
 * links, whose addresses stand below (`docs/compatibility.md`). Undefined when it takes longer than `seconds` or too much memory, or is far longer than the HTML.
 *
 * @throws OperationError `Ticket.HtmlBusy` when too many wait for it
 */
export async function htmlToText(html: string, seconds: number): Promise<string | undefined> {
  const text = isSmall(html) ? await convertHtml(html) : await convertInThread(html, seconds);
  if (text === undefined) return undefined;
  return BLOCK.test(html) ? `\n${text.trim()}\n\n` : text.trim();
}

async function convertInThread(html: string, seconds: number): Promise<string | undefined> {
  if (concurrency.pendingCount >= MOST_WAITING) throw new HtmlBusy(undefined);
  try {
    return await concurrency(() => inThread({ run: convertHtml, module: import.meta.url, seconds }, html));
  } catch (cause) {
    const { name, code } = cause as NodeJS.ErrnoException; // both are optional
    if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
    throw cause;
  }
}

/** Imports the library on first use, because it loads many files. */
export async function convertHtml(html: string): Promise<string | undefined> {
  const { convert } = await import('html-to-text');
  const addresses: string[] = [];
  const body = convert(html, { ...OPTIONS, formatters: { cell, numberedLink: numberedLinks(addresses) } });
  const below = addresses.map((address, place) => `[${place + 1}] ${address}`).join('\n');
  const text = below === '' ? body : `${body.trimEnd()}\n\n${below}`;
  return text.length > html.length * LONGEST.times + LONGEST.characters ? undefined : text;
}

const MOST_CHARACTERS = 200_000;
const MOST_TAGS = 2_000;
/** Each line begins with the markers of all lists and quotations around it. */
const MOST_MARKERS = 20_000;

/** Whether the conversion takes only a few milliseconds; otherwise it runs in a thread. */
function isSmall(html: string): boolean {
  if (html.length > MOST_CHARACTERS) return false;
  const tags = html.split('<').length;
  const nesting = html.match(/<(?:blockquote|ul|ol|li|dl|dd)\b/gi)?.length ?? 0;
  return tags <= MOST_TAGS && tags * nesting <= MOST_MARKERS;
}
