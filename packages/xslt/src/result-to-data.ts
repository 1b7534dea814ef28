import { isData, type Data } from '@ticketgate/sdk';

import type { ResultElement } from './engine.js';
import { XsltError } from './xslt-error.js';

/** Under this name comes the text of an element that has child elements too. */
const CONTENT = 'content';
/** An element with nothing but several of these is a list. */
const ENTRY = 'anon';
/** Nothing but what Perl takes for blanks. */
const BLANK = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/u;

/**
 * The data that a result document stands for: a member for each child element, and a list for children of one name
 * (`docs/web-services.md`). Each value is a text or holds some; an element without any is `{}`.
 *
 * @returns a text or a list where the root element is one
 * @throws XsltError of the stage ReadResult when it is false in Perl
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

/** Comments and instructions part texts that are one. */
function joined(content: readonly (string | ResultElement)[]): readonly (string | ResultElement)[] {
  const pieces: (string | ResultElement)[] = [];
  for (const piece of content) {
    const last = pieces.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece;
    else pieces.push(piece);
  }
  return pieces;
}

/** The second value of a name makes a list; a value that is a list is its first entry. */
function add(members: Map<string, unknown>, name: string, value: Value): void {
  const before = members.get(name);
  if (Array.isArray(before)) before.push(value);
  else if (before !== undefined) members.set(name, [before, value]);
  else members.set(name, typeof value === 'string' || isData(value) ? value : [value]);
}
