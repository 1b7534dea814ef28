import { isUtf8 } from 'node:buffer';
import { isData } from '@ticketgate/sdk';

import type { Declared } from './namespaces.js';
import { Reference } from './references.js';
import { MalformedXml } from './xml-refusals.js';

/** Most characters of a name, and of an id. Long texts of the same length have the same hash, which makes look-ups slow. */
export const LONGEST_NAME = 500;

/** How the text of an element is read. */
export type Form = 'text' | 'boolean' | 'base64' | 'list' | 'map' | 'nil';

type Members = Record<string, unknown>;

export interface OpenElement {
  readonly name: string;
  readonly declared: Declared;
  form: Form;
  /** Its attribute `id`, by which others refer to its value. */
  id: string | undefined;
  /** The id of the element whose value it takes. */
  takes: string | undefined;
  text: string;
  members: Members | undefined;
  items: unknown[] | undefined;
}

export function readElementValue({ form, takes, text, members, items }: OpenElement): unknown {
  if (form === 'nil') return null;
  if (form === 'list') return items ?? [];
  if (form === 'map') return readMap(members?.item);
  if (members !== undefined) return members;
  return takes === undefined ? textValue(form, text) : new Reference(takes);
}

const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ['true', '1'],
  ['false', '0'],
]);

function textValue(form: Form, text: string): string {
  if (form === 'boolean') return BOOLEANS.get(text.trim()) ?? text;
  return form === 'base64' ? decodeBase64(text) : text;
}

export function addMember(members: Members, name: string, value: unknown): void {
  if (!Object.hasOwn(members, name)) {
    if (name === '__proto__') Object.defineProperty(members, name, { value, enumerable: true, writable: true });
    else members[name] = value;
    return;
  }
  const known = members[name];
  if (Array.isArray(known)) known.push(value);
  else members[name] = [known, value];
}

function readMap(items: unknown): Members {
  const map: Members = {};
  for (const item of Array.isArray(items) ? items : [items]) {
    if (!isData(item) || typeof item.key !== 'string') continue;
    if (item.key.length > LONGEST_NAME)
      throw new MalformedXml(`A key of a Map has more than ${LONGEST_NAME} characters.`);
    addMember(map, item.key, item.value ?? '');
  }
  return map;
}

function decodeBase64(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
}
