import { isData, perlNumber, type Data } from '@ticketgate/sdk';

import { BLANK, JSON_NAMESPACE } from './result-to-data.js';
import { XsltError } from './engine.js';

/** Spaces per level. */
const INDENT = '  ';
/** Names in XML (https://www.w3.org/TR/xml/#NT-Name), without the colon of namespaces. */
const START =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const REST = `${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}`;
const NAME = new RegExp(`^(?:xml:)?[${START}][${REST}]*$`, 'u');
const NOT_IN_NAMES = new RegExp(`[^${REST}]`, 'gu');
const NO_START = new RegExp(`^(?![${START}])`, 'u');
/** Characters that XML cannot represent. */
const NOT_IN_XML = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/;

/**
 * Data as the XML that templates see: a `RootElement` with an element for each member, in byte order, and without attributes
 * (`docs/web-services.md`).
 *
 * @param isTyped adds attributes for what XML cannot represent: types, entries of lists, and names
 * @throws XsltError of the stages WriteData and LoadData for values and names that cannot be written
 */
export function dataToXml(data: Data, isTyped = false): string {
  const root = { name: 'RootElement', indent: '', path: '', declaration: ` xmlns:json="${JSON_NAMESPACE}"` };
  return [...writeObject(data, root, isTyped ? TYPED : PLAIN)].join('');
}

interface Place {
  readonly name: string;
  readonly indent: string;
  /** For messages, for example `issue.labels`. */
  readonly path: string;
  /** Whether it is an entry of a list that is a member. */
  readonly isEntry?: boolean;
  readonly declaration?: string;
}

function below({ indent, path }: Place, name: string): Place {
  return { name, indent: indent + INDENT, path: path === '' ? name : `${path}.${name}` };
}

/** How values are written: as the family does, or with attributes for what XML cannot represent. */
interface Form {
  /** Whether a member without a name is written without an element. */
  readonly allowsNameless: boolean;
  isMember(key: string): boolean;
  start(place: Place, type: string | undefined): string;
  end(place: Place): string;
  text(value: unknown, place: Place): string;
}

function* writeValue(value: unknown, place: Place, form: Form): Generator<string> {
  if (Array.isArray(value)) for (const entry of value) yield* writeEntry(entry, { ...place, isEntry: true }, form);
  else if (isData(value)) yield* writeObject(value, place, form);
  else if (isNameless(place, form)) yield `${form.text(value, place)}\n`;
  else yield form.start(place, declareType(value)) + form.text(value, place) + form.end(place);
}

function isNameless({ name }: Place, { allowsNameless }: Form): boolean {
  return allowsNameless && name === '';
}

/** A list in a list is an element with one `anon` for each entry. */
function* writeEntry(entry: unknown, place: Place, form: Form): Generator<string> {
  if (!Array.isArray(entry)) {
    yield* writeValue(entry, place, form);
    return;
  }
  yield `${form.start(place, 'array')}\n`;
  for (const each of entry) yield* writeEntry(each, { ...below(place, 'anon'), path: place.path }, form);
  yield place.indent + form.end(place);
}

function* writeObject(data: Data, place: Place, form: Form): Generator<string> {
  const keys = Object.keys(data).filter((key) => data[key] !== undefined && form.isMember(key));
  const hasElement = !isNameless(place, form);
  if (hasElement) yield form.start(place, undefined) + (keys.length === 0 ? form.end(place) : '\n');
  for (const key of keys.sort()) yield* writeValue(data[key], below(place, key), form);
  if (hasElement && keys.length > 0) yield place.indent + form.end(place);
}

const PLAIN: Form = {
  allowsNameless: true,
  isMember: (key) => !key.startsWith('-'),
  start: (place) => `${place.indent}<${requireXmlName(place)}>`,
  end: ({ name }) => `</${name}>\n`,
  text: escapedText,
};

/** @throws XsltError of the stage LoadData if the name is not valid in XML */
function requireXmlName({ name, path }: Place): string {
  if (NAME.test(name)) return name;
  throw new XsltError('LoadData', `The name of "${path}" is not possible in XML. ${DECLARE}`);
}

const DECLARE = `Rename it with PreRegExFilter, or declare xmlns:json="${JSON_NAMESPACE}" in the template.`;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

function escapedText(value: unknown, { path }: Place): string {
  if (typeof value === 'boolean')
    throw new XsltError(
      'WriteData',
      `"${path}" is a boolean, which XML has no form for. Send 1 and 0 instead, or declare xmlns:json="${JSON_NAMESPACE}" in the template.`,
    );
  if (typeof value === 'number') return perlNumber(value);
  return typeof value === 'string' ? escapeXmlText(checked(value, path), /[&<>"]/g) : '';
}

function escapeXmlText(text: string, escaped: RegExp): string {
  return text.replace(escaped, (character) => ESCAPES[character] ?? character);
}

function checked(text: string, path: string): string {
  if (!NOT_IN_XML.test(text)) return text;
  throw new XsltError('LoadData', `"${path}" has a control character, which XML has no form for. Send it without.`);
}

const TYPED: Form = {
  allowsNameless: false,
  isMember: () => true,
  start({ name, indent, path, isEntry = false, declaration = '' }, type) {
    const tag = possibleName(name);
    const attributes = [
      declaration,
      isEntry ? ' json:list="true"' : '',
      tag === name ? '' : ` json:name="${escapeXmlText(checked(name, path), /[&<>"\r\n\t]/g)}"`,
      type === undefined ? '' : ` json:type="${type}"`,
    ];
    return `${indent}<${tag}${attributes.join('')}>`;
  },
  end: ({ name }) => `</${possibleName(name)}>\n`,
  text(value, { path }) {
    if (typeof value === 'string') return escapeXmlText(checked(value, path), /[&<>"\r]/g);
    return typeof value === 'boolean' || typeof value === 'number' ? JSON.stringify(value) : '';
  },
};

/** The name with `_` instead of characters that XML does not allow in names. */
function possibleName(name: string): string {
  return NAME.test(name) && !name.includes(':') ? name : name.replace(NOT_IN_NAMES, '_').replace(NO_START, '_');
}

/** Undefined if the element is read back as the same value without a type. */
function declareType(value: unknown): string | undefined {
  if (value === null) return 'null';
  if (typeof value !== 'string') return typeof value;
  return BLANK.test(value) ? 'string' : undefined;
}
