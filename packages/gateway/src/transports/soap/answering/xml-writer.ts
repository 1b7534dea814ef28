import type { SoapOrder } from '@ticketgate/definition';
import { isData, type Data } from '@ticketgate/sdk';
import { NC_NAME_RE } from 'xmlchars/xmlns/1.0/ed3.js';

import { createFailure } from '../../../failure.js';
import type { EncodedText } from '../../../json/encode-json.js';

/** Characters of a piece of a large document. */
const LARGE = 1_000_000;

const CannotWrite = createFailure<{ message: string; says?: string }>('Gateway.AnswerNotXml', {
  reason: 'Broken',
  message: ({ message }) => message,
  recorded: ({ message, says = message }) => ({ reason: 'Broken', body: `Error in SOAPOutputRecursion: ${says}` }),
});

/**
 * Writes data as XML on one line: members in byte order or in the order of `Sort`, a list as repeated elements, null and `''` as an
 * empty element.
 */
export class XmlWriter {
  readonly #pieces: string[] = [];
  #text: string;

  constructor(start: string) {
    this.#text = start;
  }

  add(xml: string): this {
    this.#text += xml;
    if (this.#text.length > LARGE) {
      this.#pieces.push(this.#text);
      this.#text = '';
    }
    return this;
  }

  /** @throws Failure `Gateway.AnswerNotXml` for names that XML does not allow, and data that does not fit its order */
  members(data: Data, order: readonly SoapOrder[] = [], keys = new SortedKeys()): this {
    for (const { name, inner } of order) if (Object.hasOwn(data, name)) this.element(name, data[name], inner);
    const listed = order.length === 0 ? undefined : new Set(order.map(({ name }) => name));
    for (const name of keys.of(data)) {
      if (listed?.has(name) !== true && data[name] !== undefined) this.element(name, data[name], undefined);
    }
    return this;
  }

  element(name: string, value: unknown, order: readonly SoapOrder[] | undefined): this {
    if (!Array.isArray(value)) return this.#one(name, value, order);
    for (const item of value) this.#one(name, item, order);
    return this;
  }

  /** A large text is returned in pieces. */
  finish(end: string): EncodedText {
    return this.#pieces.length === 0 ? this.#text + end : [...this.#pieces, this.#text + end];
  }

  #one(name: string, value: unknown, order: readonly SoapOrder[] | undefined): this {
    const { start, end, empty, keys } = findTags(name);
    if (Array.isArray(value)) return this.#list(name, value);
    if (isData(value)) {
      if (Object.keys(value).length === 0) return this.add(empty);
      return this.add(start).members(value, order, keys).add(end);
    }
    if (order !== undefined) throw otherForm(name);
    const text = writeText(value);
    return this.add(text === '' ? empty : `${start}${escapeText(text)}${end}`);
  }

  /** A list in a list: XML has no names for its items. */
  #list(name: string, list: readonly unknown[]): this {
    this.add(`<${name}>`);
    for (const item of list) this.#one('item', item, undefined);
    return this.add(`</${name}>`);
  }
}

/** The keys of objects in byte order. Objects of a name usually have the same keys as the one before, and sorting takes longest. */
class SortedKeys {
  #keys: readonly string[] = [];
  #sorted: readonly string[] = [];

  of(data: Data): readonly string[] {
    const keys = Object.keys(data);
    if (keys.length > MOST_KNOWN) return keys.sort();
    if (keys.length !== this.#keys.length || !keys.every((key, at) => key === this.#keys[at])) {
      this.#keys = keys;
      this.#sorted = [...keys].sort();
    }
    return this.#sorted;
  }
}

/** Names and keys that are kept; made-up ones must not fill the memory. With an LRUCache, an answer takes half as long again to write. */
const MOST_KNOWN = 1000;
const known = new Map<string, ReturnType<typeof makeTags>>();

function findTags(name: string) {
  const found = known.get(name);
  if (found !== undefined) return found;
  requireName(name);
  const tags = makeTags(name);
  if (known.size < MOST_KNOWN && name.length < MOST_KNOWN) known.set(name, tags);
  return tags;
}

function makeTags(name: string) {
  return { start: `<${name}>`, end: `</${name}>`, empty: `<${name} />`, keys: new SortedKeys() };
}

/** Most names match this, which is much faster than the complete check. */
const USUAL = /^[A-Za-z_][\w.-]*$/;

/** @throws Failure `Gateway.AnswerNotXml` */
export function requireName(name: string): void {
  if (USUAL.test(name) || NC_NAME_RE.test(name)) return;
  const says = `Element '${name}' can't be allowed in valid XML message.`;
  throw new CannotWrite({ message: `The answer has a member "${name}", which is no name of an XML element.`, says });
}

function otherForm(name: string) {
  const says = "Types of Data 'STRING' and Sort 'ARRAYREF' don't match";
  return new CannotWrite({ message: `"${name}" is a text, but Sort orders what is in it.`, says });
}

function writeText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/** Characters that XML does not allow, and control characters that the family removes as well. */
const REMOVED = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|\p{Cs}/gu;
const SPECIAL = /[&<>\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]/;

export function escapeText(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(REMOVED, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
