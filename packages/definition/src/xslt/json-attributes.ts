import type { ResultElement } from './engine.js';
import { XsltError } from './xslt-error.js';

/** Templates that declare this namespace see and make what JSON has and XML has not (`docs/web-services.md`). */
export const JSON_NAMESPACE = 'urn:ticketgate:json';

/** Only what Perl considers white space. */
export const BLANK = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/u;

const TYPES = ['string', 'number', 'boolean', 'null', 'object', 'array'] as const;
/** A number in JSON (https://www.rfc-editor.org/rfc/rfc8259#section-6). */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The attributes of an element in our namespace. */
export interface JsonAttributes {
  /** Undefined: a text, an object or a list, by what is in the element. */
  readonly type: (typeof TYPES)[number] | undefined;
  /** Whether the member is a list even if this is its only entry. */
  readonly isList: boolean;
  /** Instead of the name of the element. */
  readonly name: string | undefined;
}

/** @throws XsltError of the stage ReadResult for attributes that do not exist, or have other values */
export function readAttributes(attributes: ResultElement['attributes'] = {}, path: string): JsonAttributes {
  const { type: word, list, name, ...others } = attributes;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw wrong(path, `json:${other}`, 'which there is not. Write json:type, json:list or json:name.');
  if (list !== undefined && list !== 'true' && list !== 'false')
    throw wrong(path, `json:list="${list}"`, 'which has to be true or false.');
  const type = TYPES.find((each) => each === word);
  if (word !== undefined && type === undefined)
    throw wrong(path, `json:type="${word}"`, `which has to be one of ${TYPES.join(', ')}.`);
  return { type, isList: list === 'true', name };
}

/**
 * The value of an element with that type and text.
 *
 * @throws XsltError of the stage ReadResult for a text that is not one
 */
export function scalarOf(type: 'string' | 'number' | 'boolean' | 'null', text: string, path: string): unknown {
  if (type === 'string') return text;
  if (type === 'null') return null;
  const word = text.trim();
  if (type === 'boolean' && /^(?:true|false|[01])$/.test(word)) return word === 'true' || word === '1';
  if (type === 'number' && NUMBER.test(word) && isExact(word)) return Number(word);
  const allowed = type === 'boolean' ? 'true, false, 1 or 0' : 'a number such as 3 or -0.5, of at most 15 digits';
  throw wrong(path, `json:type="${type}"`, `but its text is "${word.slice(0, 100)}". Write ${allowed}.`);
}

/** Whether the number has all digits of the text. */
function isExact(word: string): boolean {
  const number = Number(word);
  return Number.isFinite(number) && (!/^-?\d+$/.test(word) || Number.isSafeInteger(number) || String(number) === word);
}

export function wrong(path: string, attribute: string, rest: string): XsltError {
  const element = path === '' ? 'The root element' : `"${path}"`;
  return new XsltError('ReadResult', `${element} has ${attribute}, ${rest}`);
}
