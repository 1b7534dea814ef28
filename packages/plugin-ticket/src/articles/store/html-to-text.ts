import type { FormatCallback } from 'html-to-text';

/** Paragraphs begin on a line of their own and end with an empty one. */
const paragraph: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

/** Elements within elements; what is deeper is told by `...`, and can be read in the original. */
const DEEPEST = 500;

const BLOCK = /<(?:p|ul|ol|div|table|blockquote|pre|h[1-6])\b/i;

/**
 * The text of an HTML body, shaped as the family's systems store it: blank lines between paragraphs, ` - ` before list items
 * (`docs/compatibility.md`).
 */
export async function htmlToText(html: string): Promise<string> {
  // Many files; a start that has no HTML to read does without them.
  const { convert } = await import('html-to-text');
  const text = convert(html, {
    wordwrap: false,
    limits: { maxDepth: DEEPEST },
    formatters: { paragraph },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'p', format: 'paragraph' },
      { selector: 'ul', options: { itemPrefix: ' - ', leadingLineBreaks: 1, trailingLineBreaks: 2 } },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });
  return BLOCK.test(html) ? `\n${text.trim()}\n\n` : text.trim();
}
