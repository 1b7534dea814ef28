import { decodeEntities } from './entities.js';
import { replaceElements, replaceTags, type ElementPattern } from './html-elements.js';
import { SPACES, wrapLines } from './wrap-lines.js';

export interface TextOptions {
  /** Most characters of a line. */
  readonly width: number;
  /** Whether text between `<` and `>` that is not a tag, such as an address, is kept. */
  readonly keepsWords: boolean;
}

const NO_TAG = /<(?!\/?[a-z][\w:-]*[\s/>]|!|\?)/gi;
/** What begins and ends the number of a part that is set aside; no characters of a text. */
const QUOTATION = '\uFDD0';
const CODE = '\uFDD1';
/** Together with its marks as long as what the family has in its place when it breaks lines: 12 to 25 characters, from its texts. */
const DIGITS = 17;

/**
 * The text of an HTML body as the family makes it (`docs/compatibility.md`): it rewrites the HTML step by step, and each step sees what the
 * earlier ones left. Each takes time in proportion to the length.
 */
export function textOfHtml(html: string, { width, keepsWords }: TextOptions): string {
  const words = html.replaceAll(new RegExp(`[${QUOTATION}${CODE}]`, 'g'), '');
  const tagged = keepsWords ? words.replaceAll(NO_TAG, '&lt;') : words;
  const withoutEmpty = replaceTags(tagged, /<style[^>]*>/gi, (tag) => (tag.endsWith('/>') ? '' : tag));
  const { text: linked, addresses } = numberLinks(replaceElements(withoutEmpty, STYLE, () => ''));
  const text = rewrite(linked, width, []);
  const below = addresses.map((address, place) => `[${place + 1}] ${address}\n`).join('');
  return below === '' ? text : `${text}\n\n${below}`;
}

/** Puts the number of a link in the place of its tag. */
function numberLinks(html: string): { readonly text: string; readonly addresses: readonly string[] } {
  const addresses: string[] = [];
  const text = replaceTags(html, /<a\s[^>]*>/gi, (tag) => {
    const address = /href=(["'])(.+?)\1/is.exec(tag)?.[2];
    return address === undefined ? tag : `[${addresses.push(address)}]`;
  });
  return { text, addresses };
}

const STYLE: ElementPattern = { start: /<(style)[^>]*>/gi };
const COMMENT: ElementPattern = { start: /<(!--)/g };
const CODES: ElementPattern = { start: /<(pre|code)[^>]*>/gi };
const QUOTATIONS: readonly ElementPattern[] = [
  { start: /<(blockquote)[^>]*>/gi },
  { start: /<(div)[^>]*>/gi, isStart: (tag) => /\stype="cite"/i.test(tag) },
];

function rewrite(html: string, width: number, quotations: string[]): string {
  const quote = (content: string) => aside(quotations, quoted(rewrite(content, width, quotations)), QUOTATION);
  const code: string[] = [];
  const outside = QUOTATIONS.reduce((text, elements) => replaceElements(text, elements, quote), html);
  const withoutCode = replaceElements(outside, CODES, (content) => aside(code, content, CODE));
  const lines = breakLines(replaceElements(withoutCode, COMMENT, () => '')).replaceAll(/ {2,}/g, ' ');
  const whole = bringBack(lines, CODE, (number) => `\n\n\n${code[number] ?? ''}\n\n`);
  const plain = decodeEntities(replaceTags(whole, /<[^>]*>/g, () => ''));
  return bringBack(wrapLines(joinEmptyLines(plain), width), QUOTATION, (number) => `${quotations[number] ?? ''}\n`);
}

function aside(parts: string[], part: string, mark: string): string {
  return mark + String(parts.push(part) - 1).padStart(DIGITS, '0') + mark;
}

function bringBack(text: string, mark: string, partOf: (number: number) => string): string {
  return text.replaceAll(new RegExp(`${mark}(\\d+)${mark}`, 'g'), (_, number: string) => partOf(Number(number)));
}

/** What follows the last line feed is not a line, unless nothing else is there. */
function quoted(text: string): string {
  return `> ${text.replaceAll(/\n(?!$)/g, '\n> ')}`;
}

const LINE_START = new RegExp(`(^|\\n)[${SPACES}]+`, 'g');
const EMPTY_LINES = new RegExp(`(^|\\n)([${SPACES}]*\\n)`, 'g');

/** Names are compared by their beginning, so that `<track>` and `<progress>` count too. */
const BREAKS = [
  [/<br[^>]*>|<\/div>/gi, '\n'],
  [/<(?:hr|p|table|t[rh])[^>]*>|<\/(?:p|table|[uo]l)>/gi, '\n\n'],
  [/<li>/gi, '\n - '],
  [/<\/td>/gi, ' '],
] as const;

/** Line feeds of the HTML are spaces; those of the text come from tags. */
function breakLines(html: string): string {
  const lines = html.replaceAll(LINE_START, '$1').replaceAll(/\n\r|\r?\r\n/g, '\n');
  const line = replaceTags(lines, /<br[^>]*>\n/gi, (tag) => tag.slice(0, -1)).replaceAll(/[\r\n]/g, ' ');
  return BREAKS.reduce((text, [tag, replacement]) => replaceTags(text, tag, () => replacement), line);
}

/** Reduces several empty lines to one. */
function joinEmptyLines(text: string): string {
  return text.replaceAll(EMPTY_LINES, (lines, start: string, empty: string) =>
    empty.indexOf('\n') === empty.length - 1 ? lines : `${start}\n`,
  );
}
