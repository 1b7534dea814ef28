import type { Data } from '@ticketgate/sdk';

import { type ResultElement, XsltError } from './engine.js';

/** The member for the text of an element that also has child elements. */
const CONTENT = 'content';
/** An element that only has several children of this name is a list. */
const ENTRY = 'anon';

/**
 * Converts a result document to data: child elements become members, and several children of the same name become a list
 * (`docs/web-services.md`). Scalars are texts, and an empty element is `{}`, unless it has a type.
 *
 * @returns a text or a list if the root element is one
 * @throws XsltError of the stage ReadResult for a text that does not match its type, and for the text 0, which is false in Perl
 */
export function resultToData(root: ResultElement, how: ReadingOptions = {}): Data | string | readonly unknown[] {
  const result = new ResultReader(how).read(root, '');
  if (result === '0') throw new XsltError('ReadResult', 'The result is the text 0.');
  if (typeof result === 'object' && result !== null) return result as Data | readonly unknown[]; // a cast: `read` makes no other objects
  if (typeof result === 'string') return result;
  throw new XsltError('ReadResult', `The root element is ${String(result)}, and has to be an object.`);
}

export interface ReadingOptions {
  /** Names of elements that become lists even if there is only one. */
  readonly lists?: readonly string[];
  /** Whether attributes become members as well, and each text the member `content`. */
  readonly keepsAttributes?: boolean;
}

interface Member {
  readonly values: unknown[];
  isList: boolean;
  /** Whether the template declares it. */
  isListed: boolean;
}

interface ValuePlace extends Pick<JsonAttributes, 'type'> {
  /** For messages, for example `fields.labels`; `''` for the root. */
  readonly path: string;
}

function joinNames(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}

class ResultReader {
  readonly #lists: ReadonlySet<string>;
  readonly #keepsAttributes: boolean;

  constructor({ lists = [], keepsAttributes = false }: ReadingOptions) {
    this.#lists = new Set(lists);
    this.#keepsAttributes = keepsAttributes;
  }

  read(element: ResultElement, path: string): unknown {
    return this.#readValue(element, { path, type: readAttributes(element.attributes, path).type });
  }

  #readValue(element: ResultElement, { type, path }: ValuePlace): unknown {
    const pieces = element.content.filter((piece) => typeof piece !== 'string' || !BLANK.test(piece));
    if (type === undefined || type === 'object') {
      const members = this.#keepsAttributes ? attributeMembers(element) : new Map<string, Member>();
      return this.#readStructure(pieces, members, { path, isObject: type === 'object' });
    }
    if (type === 'array') return this.#readEntries(pieces, path);
    const texts = element.content.filter((piece) => typeof piece === 'string');
    if (texts.length === element.content.length) return readScalar(type, texts.join(''), path);
    throw wrong(path, `json:type="${type}"`, 'but there are elements in it. Remove one of the two.');
  }

  #readEntries(pieces: ResultElement['content'], path: string): readonly unknown[] {
    return pieces.map((piece) => {
      if (typeof piece !== 'string') return this.read(piece, path);
      throw wrong(path, 'json:type="array"', 'but there is text in it. Write an element for each entry.');
    });
  }

  #readStructure(
    pieces: ResultElement['content'],
    members: Map<string, Member>,
    { path, isObject }: { readonly path: string; readonly isObject: boolean },
  ): unknown {
    const [first] = pieces;
    if (!isObject && !this.#keepsAttributes && typeof first === 'string' && pieces.length === 1) return first;
    for (const piece of pieces) {
      if (typeof piece === 'string') append(members, CONTENT, { value: piece, isListed: false, isTyped: false });
      else this.#addElement(members, piece, path);
    }
    const entries = isObject ? undefined : entriesIn(members);
    if (entries !== undefined) return entries;
    return Object.fromEntries(
      [...members].map(([name, { values, isList }]) => [name, isList ? values : values[0]] as const),
    );
  }

  #addElement(members: Map<string, Member>, element: ResultElement, parent: string): void {
    const { name: given, isList, type } = readAttributes(element.attributes, joinNames(parent, element.name));
    const name = given ?? element.name;
    const value = this.#readValue(element, { type, path: joinNames(parent, name) });
    append(members, name, { value, isListed: isList || this.#lists.has(name), isTyped: type === 'array' });
  }
}

/** The engine puts this before the names of foreign attributes. */
const FOREIGN = '@';

function attributeMembers({ attributes = {} }: ResultElement): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith(FOREIGN)) append(members, name.slice(1), { value, isListed: false, isTyped: false });
  }
  return members;
}

/** The values of an element that is a list itself, because it contains only entries. */
function entriesIn(members: ReadonlyMap<string, Member>): readonly unknown[] | undefined {
  const entries = members.size === 1 ? members.get(ENTRY) : undefined;
  return entries?.isList === true && !entries.isListed ? entries.values : undefined;
}

interface Added {
  readonly value: unknown;
  readonly isListed: boolean;
  /** Whether the value is a list because of its type. */
  readonly isTyped: boolean;
}

/** A second value of the same name makes a list. A first value that is a list becomes its first entry. */
function append(members: Map<string, Member>, name: string, { value, isListed, isTyped }: Added): void {
  const before = members.get(name);
  const isList = isListed || before !== undefined || (Array.isArray(value) && !isTyped);
  if (before === undefined) members.set(name, { values: [value], isList, isListed });
  else {
    before.values.push(value);
    before.isList = true;
    before.isListed ||= isListed;
  }
}

/** Templates that declare this namespace can read and write what JSON has but XML lacks (`docs/web-services.md`). */
export const JSON_NAMESPACE = 'urn:ticketgate:json';

/** Only characters that Perl considers white space. */
export const BLANK = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/u;

const TYPES = ['string', 'number', 'boolean', 'null', 'object', 'array'] as const;
/** A number in JSON (https://www.rfc-editor.org/rfc/rfc8259#section-6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The attributes of an element in our namespace. */
interface JsonAttributes {
  /** Undefined: a text, an object or a list, depending on the content. */
  readonly type: (typeof TYPES)[number] | undefined;
  /** Whether the member is a list even if this is its only entry. */
  readonly isList: boolean;
  /** Replaces the name of the element. */
  readonly name: string | undefined;
}

/** @throws XsltError of the stage ReadResult for unknown attributes or values */
function readAttributes(attributes: ResultElement['attributes'] = {}, path: string): JsonAttributes {
  const { type: word, list, name, ...others } = attributes;
  const other = Object.keys(others).find((each) => !each.startsWith(FOREIGN));
  if (other !== undefined)
    throw wrong(path, `json:${other}`, 'which there is not. Write json:type, json:list or json:name.');
  if (list !== undefined && list !== 'true' && list !== 'false')
    throw wrong(path, `json:list="${list}"`, 'which has to be true or false.');
  const type = TYPES.find((each) => each === word);
  if (word !== undefined && type === undefined)
    throw wrong(path, `json:type="${word}"`, `which has to be one of ${TYPES.join(', ')}.`);
  return { type, isList: list === 'true', name };
}

/** @throws XsltError of the stage ReadResult for a text that does not match the type */
function readScalar(type: 'string' | 'number' | 'boolean' | 'null', text: string, path: string): unknown {
  if (type === 'string') return text;
  if (type === 'null') return null;
  const word = text.trim();
  if (type === 'boolean' && /^(?:true|false|[01])$/.test(word)) return word === 'true' || word === '1';
  if (type === 'number' && NUMBER.test(word) && isPrecise(word)) return Number(word);
  const allowed = type === 'boolean' ? 'true, false, 1 or 0' : 'a number such as 3 or -0.5, of at most 15 digits';
  throw wrong(path, `json:type="${type}"`, `but its text is "${word.slice(0, 100)}". Write ${allowed}.`);
}

function isPrecise(word: string): boolean {
  const number = Number(word);
  return Number.isFinite(number) && (!/^-?\d+$/.test(word) || Number.isSafeInteger(number) || String(number) === word);
}

function wrong(path: string, attribute: string, rest: string): XsltError {
  const element = path === '' ? 'The root element' : `"${path}"`;
  return new XsltError('ReadResult', `${element} has ${attribute}, ${rest}`);
}
