import { keptIn } from '@ticketgate/sdk';
import { SaxesParser, type SaxesTagPlain } from 'saxes';

import { BodyTooComplex } from '../../../failure.js';
import type { JsonLimits } from '../../http/reading-limits.js';
import { addMember, LONGEST_NAME, readElementValue, type Form, type OpenElement } from './element-value.js';
import { isDeclaration, Namespaces, type ResolvedName } from './namespaces.js';
import { Reference, resolveReferences } from './references.js';
import { DoctypeRefused, MalformedXml } from './xml-refusals.js';

const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';
const ENCODINGS = ['http://schemas.xmlsoap.org/soap/encoding/', 'http://www.w3.org/2003/05/soap-encoding'];

export interface XmlDocument {
  readonly name: string;
  readonly uri: string;
  readonly value: unknown;
}

interface XmlReaderRules {
  readonly limits: JsonLimits;
  /** Whether Base64, by its `xsi:type`, is decoded to text, as in the family. */
  readonly decodesBase64: boolean;
}

/** The namespace of `Map`, the form of PHP arrays: items with `key` and `value`. */
const MAPS = 'http://xml.apache.org/xml-soap';

/** Most attributes of an element, including namespaces: they are only read when its tag ends. */
const ATTRIBUTES = 100;

/** Most of the characters at which the parser cuts a text: each costs thirty times as much as a letter, in memory as well. */
const MARKS = 5_000_000;
const IS_MARK = Uint8Array.from({ length: 128 }, (_, code) =>
  '\t\n\r&-?]'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Making a parser with its handlers takes as long as reading a small document, so the next reader reuses it. */
class Parser extends SaxesParser<{ readonly xmlns: false }> {
  reader: XmlReader;

  constructor(first: XmlReader) {
    super({ xmlns: false });
    this.reader = first;
  }

  /** Characters of a name or an entity that has not ended yet. A cast: they are private in the types. */
  get unfinished(): number {
    const { name, entity, piTarget } = this as unknown as Readonly<Record<'name' | 'entity' | 'piTarget', string>>;
    return Math.max(name.length, entity.length, piTarget.length);
  }
}

/**
 * Reads XML as it arrives, and turns it into data: an element that contains elements becomes an object, any other a text; repeated names
 * become a list. Anything beyond the limits, or invalid, ends the reading at once.
 */
export class XmlReader {
  static #spare: Parser | undefined;
  readonly #parser: Parser;
  readonly #rules: XmlReaderRules;
  readonly #open: OpenElement[] = [];
  readonly #byID = new Map<string, unknown>();
  readonly #namespaces = new Namespaces((what) => this.#refuse(what));
  #root: ResolvedName | undefined;
  #value: unknown;
  #nodes = 0;
  #marks = 0;
  /** Attributes of the current element, and of all. */
  #attributes = 0;
  #allAttributes = 0;
  readonly #names = new Set<string>();
  #hasReferences = false;

  constructor(rules: XmlReaderRules) {
    this.#rules = rules;
    this.#parser = XmlReader.#spare ?? XmlReader.#makeParser(this);
    this.#parser.reader = this;
    XmlReader.#spare = undefined;
  }

  static #makeParser(first: XmlReader): Parser {
    const parser = new Parser(first);
    parser.on('error', ({ message }) => parser.reader.#refuse(message.slice(message.indexOf(': ') + 2)));
    parser.on('doctype', () => {
      throw new DoctypeRefused();
    });
    parser.on('opentagstart', ({ name }) => parser.reader.#countElement(name));
    parser.on('attribute', ({ name }) => parser.reader.#countAttribute(name));
    parser.on('opentag', (tag) => parser.reader.#begin(tag));
    parser.on('text', (text) => parser.reader.#add(text));
    parser.on('cdata', (text) => {
      parser.reader.#count();
      parser.reader.#add(text);
    });
    parser.on('comment', () => parser.reader.#count());
    parser.on('processinginstruction', () => parser.reader.#count());
    parser.on('closetag', () => parser.reader.#end());
    return parser;
  }

  /** The encoding in the XML declaration, once it has been read. */
  get declaredEncoding(): string | undefined {
    return this.#parser.xmlDecl.encoding;
  }

  /** @throws Failure `Gateway.MalformedBody`, `Gateway.BodyTooComplex`, `Gateway.DoctypeRefused` */
  add(text: string): void {
    for (let at = 0; at < text.length; at += 1) this.#marks += IS_MARK[text.charCodeAt(at)] ?? 0;
    if (this.#marks > MARKS) this.#refuse(`it has more than ${MARKS} line ends, tabs, "&", "-", "?" and "]" together`);
    this.#parser.write(text);
    if (this.#parser.unfinished > LONGEST_NAME) this.#refuse(TOO_LONG);
  }

  /** Ends the document. @throws Failure as {@link add} */
  finish(): XmlDocument {
    this.#parser.close();
    XmlReader.#spare = this.#parser;
    const value = this.#hasReferences ? resolveReferences(this.#value, this.#byID, this.#rules.limits) : this.#value;
    // The parser keeps its reader until the next one takes over.
    this.#value = undefined;
    this.#byID.clear();
    return { name: this.#root?.local ?? '', uri: this.#root?.uri ?? '', value };
  }

  #refuse(what: string): never {
    const { line, column } = this.#parser;
    throw new MalformedXml(`The body is not XML: line ${line}, column ${column}: ${what.replace(/\.$/, '')}.`);
  }

  #countElement(name: string): void {
    const { keys, depth } = this.#rules.limits;
    this.#attributes = 0;
    this.#count();
    if (name.length > LONGEST_NAME) this.#refuse(TOO_LONG);
    this.#names.add(name);
    if (this.#names.size > keys)
      throw new BodyTooComplex({ what: `more than ${keys} different names`, setting: 'jsonKeys' });
    if (this.#open.length >= depth) this.#refuse(`elements are nested deeper than ${depth} levels`);
  }

  /** Counts an element, a comment, a processing instruction or a CDATA section. */
  #count(): void {
    const { nodes } = this.#rules.limits;
    this.#nodes += 1;
    if (this.#nodes > nodes)
      throw new BodyTooComplex({ what: `more than ${nodes} elements, comments and the like`, setting: 'jsonNodes' });
  }

  #countAttribute(name: string): void {
    const { nodes } = this.#rules.limits;
    this.#attributes += 1;
    this.#allAttributes += 1;
    if (this.#allAttributes > nodes)
      throw new BodyTooComplex({ what: `more than ${nodes} attributes`, setting: 'jsonNodes' });
    if (name.length > LONGEST_NAME) this.#refuse(TOO_LONG);
    if (this.#attributes > ATTRIBUTES) this.#refuse(`an element has more than ${ATTRIBUTES} attributes`);
  }

  #begin({ name, attributes: given }: SaxesTagPlain): void {
    const declared = this.#namespaces.enter(given);
    const resolved = this.#namespaces.resolve(name, this.#namespaces.find(''));
    if (this.#open.length === 0) this.#root = resolved;
    // Not spread from another object, which takes several times as long.
    const element: OpenElement = {
      name: resolved.local,
      declared,
      form: 'text',
      id: undefined,
      takes: undefined,
      text: '',
      members: undefined,
      items: undefined,
    };
    if (this.#attributes > 0) {
      const { id, href } = given;
      element.form = this.#readForm(this.#readAttributes(given));
      if ((id?.length ?? 0) > LONGEST_NAME) this.#refuse(`an id has more than ${LONGEST_NAME} characters`);
      element.id = id;
      element.takes = href?.startsWith('#') === true ? href.slice(1) : undefined;
    }
    this.#open.push(element);
  }

  /** Attributes without declarations. None may be repeated under two prefixes of the same namespace. */
  #readAttributes(given: Readonly<Record<string, string>>): readonly Attribute[] {
    const names = Object.keys(given).filter((name) => !isDeclaration(name));
    const attributes = names.map((name) => ({ ...this.#namespaces.resolve(name), value: given[name] ?? '' }));
    const places = new Map<string, Set<string>>();
    for (const { uri, local } of attributes) {
      const locals = keptIn(places, uri, () => new Set<string>());
      if (locals.has(local)) this.#refuse(`duplicate attribute: ${local}`);
      locals.add(local);
    }
    return attributes;
  }

  #readForm(attributes: readonly Attribute[]): Form {
    if (attributes.some(isNil)) return 'nil';
    if (attributes.some(({ uri, local }) => ENCODINGS.includes(uri) && LISTS.includes(local))) return 'list';
    const type = attributes.find(({ uri, local }) => uri === INSTANCE && local === 'type')?.value;
    return type === undefined ? 'text' : this.#formOfType(type);
  }

  #formOfType(type: string): Form {
    const { prefix, name } = splitQualifiedName(type);
    const uri = this.#namespaces.find(prefix) ?? '';
    if (prefix !== '' && uri === '')
      throw new MalformedXml(`Unresolved prefix '${prefix}' for attribute value '${type}'`);
    if (name === 'Array' && ENCODINGS.includes(uri)) return 'list';
    if (name === 'Map' && uri === MAPS) return 'map';
    return name === 'boolean' ? 'boolean' : this.#formOfText(name);
  }

  #formOfText(type: string): Form {
    return this.#rules.decodesBase64 && BASE64.includes(type) ? 'base64' : 'text';
  }

  #add(text: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.text += text;
  }

  #end(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    this.#namespaces.leave(element.declared);
    const value = readElementValue(element);
    if (value instanceof Reference) this.#hasReferences = true;
    if (element.id !== undefined) this.#byID.set(element.id, value);
    const parent = this.#open.at(-1);
    if (parent === undefined) this.#value = value;
    else if (parent.form === 'list') (parent.items ??= []).push(value);
    else addMember((parent.members ??= {}), element.name, value);
  }
}

/** The parts of a qualified name before and after the colon. */
function splitQualifiedName(qualified: string): { readonly prefix: string; readonly name: string } {
  const [first = '', second] = qualified.split(':', 2);
  return second === undefined ? { prefix: '', name: first } : { prefix: first, name: second };
}

interface Attribute extends ResolvedName {
  readonly value: string;
}

const TOO_LONG = `a name has more than ${LONGEST_NAME} characters`;

/** Attributes of arrays, and types of Base64. */
const LISTS = ['arrayType', 'itemType'];
const BASE64 = ['base64Binary', 'base64'];

function isNil({ uri, local, value }: Attribute): boolean {
  return uri === INSTANCE && local === 'nil' && (value === 'true' || value === '1');
}
