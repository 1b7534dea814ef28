import { isData, type Data } from '@ticketgate/sdk';

import type { ResultElement } from './engine.js';
import { XsltError } from './xslt-error.js';

/** The name for the text of an element that also has child elements. */
const CONTENT = 'content';
/** An element that only has several children with this name is a list. */
const ENTRY = 'anon';
/** Only what Perl considers white space. */
const BLANK = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/u;

/**
 * Converts a result document to data: child elements become members, and several children with the same name a list
 * (`docs/web-services.md`). All scalars are texts; an empty element is `{}`.
 *
 * @returns a text or a list if the root element is one
 * @throws XsltError of the stage ReadResult for the text 0, which is false in Perl
 */
export function resultToData(root: ResultElement): Data | string | readonly unknown[] {
  const result = valueOf(root);
  if (result === '0') throw new XsltError('ReadResult', 'The result is the text 0.');
  return result;
}

type Value = Data | string | readonly unknown[];

function valueOf([, ...content]: ResultElement): Value {
  const pieces = joined(content).filter((piece) => typeof piece !== 'string' || !BLANK.test(piece));
  const [first] = pieces;
  if (typeof first === 'string' && pieces.length === 1) return first;
  const members = new Map<string, unknown>();
  for (const piece of pieces) {
    if (typeof piece === 'string') add(members, CONTENT, piece);
    else add(members, piece[0], valueOf(piece));
  }
  const entries = members.get(ENTRY);
  return members.size === 1 && Array.isArray(entries) ? entries : Object.fromEntries(members);
}

/** Joins texts that are separated by comments or processing instructions. */
function joined(content: readonly (string | ResultElement)[]): readonly (string | ResultElement)[] {
  const pieces: (string | ResultElement)[] = [];
  for (const piece of content) {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  }
  return pieces;
}

/** A second value with the same name makes a list. A first value that is a list becomes its first entry. */
function add(members: Map<string, unknown>, name: string, value: Value): void {
  const before = members.get(name);
  if (Array.isArray(before)) before.push(value);
  else if (before !== undefined) members.set(name, [before, value]);
  else members.set(name, typeof value === 'string' || isData(value) ? value : [value]);
}
