import { isData, MASK, maskTokens, type Data } from '@ticketgate/sdk';

import { parseJsonExactly } from '../json/parse-json.js';
import { encodeStrictly, percentEncode } from '../percent-encoding.js';
import { decodeEscapes, type SecretNames } from './secret-names.js';

/** Shorter secrets are only masked by the name of their member: elsewhere they could be any word. */
const SHORTEST_TEXT = 4;
/** Requests with more secrets are masked completely, because searching for all of them would take too long. */
const MOST = 20;
/** Most levels of JSON within JSON. */
const DEEPEST = 5;
/** Characters of a text that are searched for names; the debug log does not show more. */
const LOOKED_THROUGH = 100_000;
/** Characters after the shown part that are searched for the rest of a secret. */
const OVERLAP = 20_000;
/** Most characters of a note about a cut. */
const NOTE = 80;
/** Session values are listed as pairs: { Key: 'UserPw', Value: '…' }; dynamic fields have a Name instead. */
const KEY = namedLike('key', 'name');
const VALUE = namedLike('value');
/** Characters that JSON and URLs do not escape. */
const PLAIN = /^[\w.-]*$/;
/** Pairs joined by `&`, on one line. */
const FORM = /^(?=[^=]*=)[^\s"{<]+$/;
/** Parts of a sentence that may be a form, or a name with a quoted value. */
const WORD = /[^\s"'`]+/g;
const QUOTED = /([\w.-]+)(["'`]?[:=]? ?)("[^"]*"|'[^']*'|`[^`]*`)/g;
/** A part of a form that begins with a name. */
const NAMED = /^[^=:%]+(?:[=:]|%(?:25)*3[ad])/i;
/** How structured text begins; in it, a value needs a separator after its name. */
const STRUCTURE = /^\s*(?:["'[{<]|--)/;
const SEPARATOR = /[:=>]|\n[ \t]*\r?\n/;

export function secretsIn(value: unknown, names: SecretNames): readonly string[] {
  const found: string[] = [];
  // A list for each of 100,000 items would take longer than everything else.
  const collect = (inner: unknown, isSecret: boolean): void => {
    if (isSecret && (typeof inner === 'string' || typeof inner === 'number')) found.push(String(inner));
    else if (Array.isArray(inner)) for (const item of inner) collect(item, isSecret);
    else if (isData(inner)) for (const name of Object.keys(inner)) collect(inner[name], isSecret || names.has(name));
  };
  collect(value, false);
  return found;
}

/** Masks the record of one request: data by the names of members, texts by the request's secrets and by patterns. */
export class Mask {
  /** Whether a text or data was cut because it was too long to be searched. */
  isCut = false;
  readonly #names: SecretNames;
  readonly #own: readonly string[];
  readonly #masksAll: boolean;
  readonly #indent: number;
  readonly #characters: number;
  /** Characters of the data that are still to be searched. */
  #left = Infinity;
  /** Those of one request, because the same texts appear at several points of its trace. */
  readonly #texts = new Map<string, string>();

  /**
   * @param secrets those of the request
   * @param options.indent spaces per level in JSON; 0 for a single line
   * @param options.characters shown of each text, and of all data as JSON; the rest is not searched
   */
  constructor(
    names: SecretNames,
    secrets: ReadonlySet<string>,
    { indent = 0, characters = LOOKED_THROUGH }: { readonly indent?: number; readonly characters?: number } = {},
  ) {
    this.#names = names;
    this.#indent = indent;
    this.#characters = characters;
    this.#masksAll = secrets.size > MOST;
    this.#own = this.#masksAll ? [] : listAllForms(secrets);
  }

  text(text: string, depth = 0): string {
    if (this.#masksAll) return MASK;
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const isLong = text.length > this.#characters + OVERLAP;
    const masked = isLong
      ? this.#maskBeginning(text)
      : (this.#nested(text, depth) ?? this.#withoutNamed(this.#withoutKnown(text)));
    this.#texts.set(text, masked);
    return masked;
  }

  /** Masks the values in a message of our own, and nothing else: its author has not written a secret, but may quote one. */
  sentence(text: string): string {
    if (this.#masksAll) return MASK;
    const masked = this.#withoutKnown(text);
    if (!this.#names.occurIn(masked)) return masked;
    return masked
      .replace(QUOTED, (whole, name: string, between: string) =>
        this.#names.has(name) ? `${name}${between}${MASK}` : whole,
      )
      .replace(WORD, (word) => (FORM.test(word) && this.#names.occurIn(word) ? this.#maskForm(word) : word));
  }

  /** Masked JSON; only the beginning of large data. */
  json(value: object): string {
    this.#left = this.#characters + OVERLAP;
    const masked = JSON.stringify(this.data(value), undefined, this.#indent);
    const isWhole = this.#left > 0;
    this.#left = Infinity;
    return isWhole ? masked : `${this.#surePart(masked)}\n[the rest is not recorded]`;
  }

  data(value: unknown, depth = 0): unknown {
    this.#left -= typeof value === 'string' ? value.length + 1 : 1;
    if (typeof value === 'string') return this.text(value, depth);
    if (Array.isArray(value)) return this.#whileLeft(value, (item: unknown) => this.data(item, depth));
    return isData(value) ? this.#members(value, depth) : value;
  }

  #whileLeft<Item, Result>(list: readonly Item[], mask: (item: Item) => Result): readonly Result[] {
    const masked: Result[] = [];
    for (const item of list) {
      if (this.#left <= 0) break;
      masked.push(mask(item));
    }
    return masked;
  }

  #maskBeginning(text: string): string {
    const known = this.#withoutKnown(text.slice(0, this.#characters + OVERLAP));
    const shown = this.#withoutNamed(this.#surePart(known));
    return `${shown}\n[of ${text.length} characters, the rest is not recorded]`;
  }

  /** The part of a cut, masked text that cannot end with half a secret. */
  #surePart(masked: string): string {
    this.isCut = true;
    if (this.#own.some(({ length }) => length > OVERLAP)) return MASK;
    const length = Math.min(this.#characters - NOTE, masked.length - OVERLAP);
    return masked.slice(0, Math.max(length, 0));
  }

  /** Masks the request's secrets, and tokens that look like secrets. */
  #withoutKnown(text: string): string {
    let masked = text;
    for (const secret of this.#own) if (masked.includes(secret)) masked = masked.replaceAll(secret, MASK);
    return maskTokens(masked);
  }

  /** Masks everything after the first name of a secret, since the end of its value is unknown. Other parts of a URL or a form stay. */
  #withoutNamed(text: string): string {
    if (!this.#names.occurIn(text)) return text;
    const shown = this.#cut(text);
    if (FORM.test(shown)) return this.#maskForm(shown);
    const end = this.#names.firstIn(shown);
    const rest = shown.slice(Math.max(end, 0));
    if (end < 0 || !(STRUCTURE.test(shown) || SEPARATOR.test(decodeEscapes(rest)))) return shown;
    return shown.slice(0, end) + MASK;
  }

  #maskForm(text: string): string {
    let isBehindSecret = false;
    const maskPart = (part: string, index: number): string => {
      // Odd indexes are separators; the first part may be a path.
      if (index % 2 === 1 || (index === 0 && !part.includes('='))) return part;
      const end = this.#names.firstIn(part);
      // A part without a name may be the rest of an unencoded secret.
      isBehindSecret = end >= 0 || (isBehindSecret && !NAMED.test(part));
      if (end < 0) return isBehindSecret ? MASK : part;
      const sign = /^[^0-9a-z%]*=/i.exec(part.slice(end))?.[0] ?? '';
      return part.slice(0, end) + sign + MASK;
    };
    return text
      .split(/([?&])/)
      .map(maskPart)
      .join('');
  }

  #cut(text: string): string {
    const missing = text.length - LOOKED_THROUGH;
    if (missing <= 0) return text;
    this.isCut = true;
    return `${text.slice(0, LOOKED_THROUGH)}\n[the other ${missing} characters are not recorded]`;
  }

  /** Masks JSON within a text, which may be encoded several times; undefined for other texts. */
  #nested(text: string, depth: number): string | undefined {
    if (!/^\s*["[{]/.test(text) || depth > DEEPEST) return undefined;
    const value = parseJsonExactly(text);
    if (value === undefined) return undefined;
    const left = this.#left;
    this.#left = Infinity; // The text has already been counted.
    const masked = JSON.stringify(this.data(value, depth + 1));
    this.#left = left;
    // Parsing drops all but the last value of a repeated name.
    return masked === JSON.stringify(value) && !this.#names.occurIn(text) ? text : masked;
  }

  #members(value: Data, depth: number): Data {
    const members = Object.entries(value);
    const isSecretPair = members.some(
      ([name, inner]) => KEY.test(name) && typeof inner === 'string' && this.#names.has(inner),
    );
    const masked = this.#whileLeft(members, ([name, inner]) => {
      this.#left -= name.length;
      const isSecret = this.#names.has(name) || (isSecretPair && VALUE.test(name));
      return [this.text(name, depth), isSecret && (inner ?? null) !== null ? MASK : this.data(inner, depth)] as const;
    });
    return Object.fromEntries(masked);
  }
}

/** Matches names with any punctuation between their letters, as faulty clients may write them. */
function namedLike(...names: readonly string[]): RegExp {
  const gap = '[^0-9a-z]*';
  const loose = names.map((name) => Array.from(name).join(gap));
  return new RegExp(`^${gap}(?:${loose.join('|')})${gap}$`, 'i');
}

/** The secrets in every possible encoding, the longest first, since it may contain shorter ones. */
function listAllForms(secrets: ReadonlySet<string>): readonly string[] {
  const forms = new Set([...secrets].filter(({ length }) => length >= SHORTEST_TEXT).flatMap(listForms));
  return [...forms].sort((a, b) => b.length - a.length);
}

function listForms(secret: string): readonly string[] {
  if (PLAIN.test(secret)) return [secret];
  // Half a surrogate pair cannot be encoded.
  const text = secret.replace(/\p{Cs}/gu, '\ufffd');
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const ofURL = [percentEncode(text), encodeStrictly(text), encodeURI(text)].flatMap((form) => [
    form,
    form.replaceAll('%20', '+'),
  ]);
  const lower = ofURL.map((form) => form.replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()));
  return [
    secret,
    json,
    ascii,
    json.replaceAll('/', '\\/'),
    ascii.replaceAll('/', '\\/'),
    ...ofURL,
    ...lower,
    ...formsInXml(text),
  ];
}

/** How libraries write `>`, `"` and `'` in XML; all of them escape `&` and `<`. */
const XML_STYLES = [
  ['>', '"', "'"],
  ['&gt;', '"', "'"],
  ['&gt;', '&quot;', "'"],
  ['&gt;', '&quot;', '&apos;'],
  ['&gt;', '&quot;', '&#39;'],
  ['&gt;', '&#34;', '&#39;'],
] as const;

/** The forms in XML: in any encoding, and in ASCII, with numbers for other characters. */
function formsInXml(secret: string): readonly string[] {
  const escaped = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const forms = XML_STYLES.map(([greater, double, single]) =>
    escaped.replaceAll('>', greater).replaceAll('"', double).replaceAll("'", single),
  );
  return forms.flatMap((form) => {
    const numbered = (radix: number, prefix: string) =>
      form.replace(/[^\0-\x7f]/gu, (one) => `&#${prefix}${one.codePointAt(0)?.toString(radix) ?? ''};`);
    const hex = numbered(16, 'x');
    return [form, numbered(10, ''), hex, hex.replace(/&#x[0-9a-f]+;/g, (one) => `&#x${one.slice(3).toUpperCase()}`)];
  });
}
