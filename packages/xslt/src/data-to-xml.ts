import { isData, perlNumber, type Data } from '@ticketgate/sdk';

import { XsltError } from './xslt-error.js';

/** Spaces per level. */
const INDENT = '  ';

/**
 * Data as the XML that templates see: a `RootElement` with an element for each member, in byte order, and without attributes
 * (`docs/web-services.md`).
 *
 * @throws XsltError of the stage WriteData when there are booleans in it
 */
export function dataToXml(data: Data): string {
  return [...writeObject(data, { name: 'RootElement', indent: '' })].join('');
}

interface Place {
  /** Not checked: what is not one in XML makes the parser fail. */
  readonly name: string;
  readonly indent: string;
}

function* writeValue(value: unknown, place: Place): Generator<string> {
  const { name, indent } = place;
  if (Array.isArray(value)) for (const entry of value) yield* writeEntry(entry, place);
  else if (isData(value)) yield* writeObject(value, place);
  else if (name === '') yield `${escapedText(value)}\n`;
  else yield `${indent}<${name}>${escapedText(value)}</${name}>\n`;
}

/** A list in a list is an element with one `anon` for each entry. */
function* writeEntry(entry: unknown, place: Place): Generator<string> {
  const { name, indent } = place;
  if (!Array.isArray(entry)) {
    yield* writeValue(entry, place);
    return;
  }
  yield `${indent}<${name}>\n`;
  yield* writeValue(entry, { name: 'anon', indent: indent + INDENT });
  yield `${indent}</${name}>\n`;
}

function* writeObject(data: Data, { name, indent }: Place): Generator<string> {
  const keys = Object.keys(data).filter((key) => !key.startsWith('-') && data[key] !== undefined);
  const isEmpty = keys.length === 0;
  if (name !== '') yield isEmpty ? `${indent}<${name}></${name}>\n` : `${indent}<${name}>\n`;
  for (const key of keys.sort()) yield* writeValue(data[key], { name: key, indent: indent + INDENT });
  if (name !== '' && !isEmpty) yield `${indent}</${name}>\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapedText(value: unknown): string {
  if (typeof value === 'boolean')
    throw new XsltError('WriteData', 'The data has a boolean, which XML has no form for. Send 1 and 0 instead.');
  if (typeof value === 'number') return perlNumber(value);
  return typeof value === 'string' ? value.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign) : '';
}
