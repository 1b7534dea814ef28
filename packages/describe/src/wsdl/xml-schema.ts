import type { SoapOrder } from '@ticketgate/definition';
import { isData, type JsonSchema } from '@ticketgate/sdk';
import { toBranches, toMembers, toNeeded, objectsIn, toTypes } from '@ticketgate/sdk/schema';

import { escapeHTML } from '../pages/html.js';

/** The possible values, with the branches of a schema merged. */
interface Content {
  readonly isList: boolean;
  /** Types of the value, or of the list's entries. */
  readonly types: readonly string[];
  readonly members: readonly (readonly [name: string, schema: JsonSchema])[];
  readonly required: readonly string[];
  /** Whether it allows members that the schema does not name. */
  readonly isOpen: boolean;
}

/** Elements of requests come in any order; those of answers in byte order, or in the order of `Sort`. */
type Direction = { readonly isAnswer: false } | { readonly isAnswer: true; readonly sort: readonly SoapOrder[] };

/** The XML Schema of an element's content, which client generators turn into classes. */
export function complexType(schema: JsonSchema, direction: Direction): string {
  const { members, required, isOpen } = deriveContent(schema);
  if (members.length === 0)
    return isOpen ? `<xs:complexType><xs:sequence>${ANY}</xs:sequence></xs:complexType>` : EMPTY;
  const elements = sorted(members, direction).map(([name, inner]) => {
    const order = direction.isAnswer ? direction.sort.find((each) => each.name === name)?.inner : undefined;
    const within = direction.isAnswer ? ({ isAnswer: true, sort: order ?? [] } as const) : direction;
    return element(name, inner, { direction: within, isRequired: required.includes(name) });
  });
  // In answers, other elements would be ambiguous; in requests they may be in no namespace.
  const others = isOpen && !direction.isAnswer ? LOCAL : '';
  return `<xs:complexType><xs:sequence>${elements.join('')}${others}</xs:sequence></xs:complexType>`;
}

const EMPTY = '<xs:complexType><xs:sequence/></xs:complexType>';
const ANY = '<xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/>';
const LOCAL = ANY.replace(' ', ' namespace="##local" ');

/** Names from definitions and mappings may not be valid in XML. */
export function isElementName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}._-]*$/u.test(name);
}

function sorted(members: Content['members'], direction: Direction): Content['members'] {
  const named = members.filter(([name]) => isElementName(name));
  if (!direction.isAnswer) return named;
  const first = direction.sort.flatMap(({ name }) => named.filter(([member]) => member === name));
  const others = named.filter((member) => !first.includes(member));
  return [...first, ...others.sort(([one], [other]) => (one < other ? -1 : 1))];
}

function element(
  name: string,
  schema: JsonSchema,
  { direction, isRequired }: { readonly direction: Direction; readonly isRequired: boolean },
): string {
  const { isList, types, members } = deriveContent(schema);
  const occurs = `${isRequired && !isList ? '' : ' minOccurs="0"'}${isList ? ' maxOccurs="unbounded"' : ''}`;
  const takesNothing = !direction.isAnswer && types.includes('null') ? ' nillable="true"' : '';
  const note = annotation(schema.description);
  const start = `<xs:element name="${name}"${occurs}${takesNothing}`;
  const isObject = types.every((type) => type === 'object' || type === 'null');
  if (isObject && (types.includes('object') || members.length > 0))
    return `${start}>${note}${complexType(schema, direction)}</xs:element>`;
  const type = simpleType(types, schema, direction);
  return note === '' ? `${start} type="${type}"/>` : `${start} type="${type}">${note}</xs:element>`;
}

function annotation(text: unknown): string {
  if (typeof text !== 'string' || text === '') return '';
  return `<xs:annotation><xs:documentation>${escapeHTML(text)}</xs:documentation></xs:annotation>`;
}

/** In answers, an absent value is an empty element, which only a text can be. */
function simpleType(types: readonly string[], { contentEncoding }: JsonSchema, { isAnswer }: Direction): string {
  if (contentEncoding === 'base64') return 'xs:base64Binary';
  if (types.length === 0 || types.includes('object')) return 'xs:anyType';
  const [type = 'string', second] = types.filter((each) => each !== 'null');
  if (second !== undefined || (isAnswer && types.includes('null'))) return 'xs:string';
  return TYPES[type] ?? 'xs:string';
}

const TYPES: Readonly<Record<string, string>> = { integer: 'xs:long', number: 'xs:decimal', boolean: 'xs:boolean' };

const NO_CONTENT: Content = { isList: false, types: [], members: [], required: [], isOpen: false };

function deriveContent(schema: JsonSchema): Content {
  const types = toTypes(schema);
  const own: Content = {
    isList: types.includes('array'),
    types: types.filter((type) => type !== 'array'),
    members: membersIn(toMembers(schema)),
    required: toNeeded(schema),
    isOpen: isData(schema.patternProperties) || isData(schema.additionalProperties),
  };
  const all = objectsIn(schema.allOf).map(deriveContent);
  const choices = toBranches(schema, ['anyOf', 'oneOf']).map(deriveContent);
  const entries = isData(schema.items) ? [deriveContent(schema.items)] : [];
  const required = (choices[0]?.required ?? []).filter((name) => choices.every((each) => each.required.includes(name)));
  return {
    ...[own, ...all, ...choices, ...entries].reduce(unite, NO_CONTENT),
    required: [own, ...all, ...entries].flatMap((each) => each.required).concat(required),
  };
}

function unite(one: Content, other: Content): Content {
  return {
    isList: one.isList || other.isList,
    types: [...new Set([...one.types, ...other.types])],
    members: [...new Map([...one.members, ...other.members, ...one.members])],
    required: [],
    isOpen: one.isOpen || other.isOpen,
  };
}

function membersIn(properties: JsonSchema): Content['members'] {
  return Object.entries(properties).flatMap(([name, schema]) => (isData(schema) ? [[name, schema] as const] : []));
}
