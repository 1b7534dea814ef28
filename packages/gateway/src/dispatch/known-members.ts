import { CREDENTIAL_MEMBERS } from '@ticketgate/definition';
import { isData, keptIn, suggest, type Data, type Operation } from '@ticketgate/sdk';
import { toBranches, toMembers, innerSchema, describeUnknown, joinPlace, type Mistake } from '@ticketgate/sdk/schema';

import { NOT_INPUT } from './checked-input.js';

/** The members of a value, from all branches of its schema. */
interface Shape {
  readonly members: Map<string, Shape>;
  readonly patterns: { readonly pattern: RegExp; readonly shape: Shape }[];
  /** The items of a list; undefined if the schema says nothing about them. */
  items: Shape | undefined;
  /** Whether some branch allows further members. */
  isOpen: boolean;
}

/**
 * Compiles a check for unknown members from an operation's input schema, which finds up to `most` of them. It costs one look-up per member, nested ones included.
 *
 * @param parameters names of route parameters
 */
export function compileMemberCheck(operation: Operation, parameters: readonly string[]) {
  const shape = emptyShape();
  gather(operation.input, shape);
  const further = new Set([...NOT_INPUT, ...parameters]);
  return (input: unknown, most: number): readonly Mistake[] => {
    if (!isData(input) || isOpen(shape)) return [];
    const found: Unknown[] = [];
    collectUnknown(withoutNames(input, further), { shape, path: '' }, { found, most });
    return found.map((unknown) => toUnknownMember(unknown, further));
  };
}

/** Omits members with these names, and the empty name of `?=`. */
function withoutNames(input: Data, names: ReadonlySet<string>): Data {
  const others = Object.keys(input).filter((name) => !names.has(name) && !(name === '' && input[name] === ''));
  return others.length === Object.keys(input).length
    ? input
    : Object.fromEntries(others.map((name) => [name, input[name]]));
}

function emptyShape(): Shape {
  return { members: new Map(), patterns: [], items: undefined, isOpen: false };
}

/** Whether members are allowed that the schema does not name. */
function isOpen({ members, patterns, isOpen: isDeclaredOpen }: Shape): boolean {
  return isDeclaredOpen || (members.size === 0 && patterns.length === 0);
}

/** Keywords whose meaning depends on more than the schema itself, or that may allow anything. */
const UNDECIDED = ['$ref', '$dynamicRef', 'if', 'dependentSchemas', 'unevaluatedProperties'];

function gather(schema: unknown, shape: Shape): void {
  if (!isData(schema)) return;
  if (allowsAnything(schema)) shape.isOpen = true;
  for (const [name, member] of Object.entries(toMembers(schema))) {
    gather(member, keptIn(shape.members, name, emptyShape));
  }
  for (const [pattern, member] of Object.entries(innerSchema(schema.patternProperties))) {
    const inner = emptyShape();
    gather(member, inner);
    shape.patterns.push({ pattern: new RegExp(pattern, 'u'), shape: inner });
  }
  if (schema.items !== undefined) gather(schema.items, (shape.items ??= emptyShape()));
  for (const branch of toBranches(schema)) gather(branch, shape);
}

function allowsAnything(schema: Data): boolean {
  const { additionalProperties } = schema;
  const isDeclared = additionalProperties !== undefined && additionalProperties !== false;
  return isDeclared || UNDECIDED.some((keyword) => Object.hasOwn(schema, keyword));
}

interface Place {
  readonly shape: Shape;
  /** `''` at the top. */
  readonly path: string;
}

interface Unknown extends Place {
  readonly name: string;
  /** A parameter without a value. */
  readonly isEmpty: boolean;
}

interface Search {
  readonly found: Unknown[];
  readonly most: number;
}

function collectUnknown(value: unknown, { shape, path }: Place, search: Search): void {
  if (Array.isArray(value)) {
    if (shape.items === undefined) return;
    for (const item of value) {
      if (search.found.length >= search.most) return;
      collectUnknown(item, { shape: shape.items, path }, search);
    }
  } else if (isData(value) && !isOpen(shape)) collectInMembers(value, { shape, path }, search);
}

function collectInMembers(value: Data, { shape, path }: Place, search: Search): void {
  for (const name of Object.keys(value)) {
    if (search.found.length >= search.most) return;
    const inner = innerShape(name, shape);
    if (inner === undefined) search.found.push({ name, path, shape, isEmpty: path === '' && value[name] === '' });
    else if (typeof value[name] === 'object') {
      collectUnknown(value[name], { shape: inner, path: joinPlace(path, name) }, search);
    }
  }
}

/** Longer names are not matched with patterns. */
const LONGEST = 300;

function innerShape(name: string, { members, patterns }: Shape): Shape | undefined {
  const known = members.get(name);
  if (known !== undefined || name.length > LONGEST) return known;
  return patterns.find(({ pattern }) => pattern.test(name))?.shape;
}

function toUnknownMember({ name, path, shape, isEmpty }: Unknown, further: ReadonlySet<string>): Mistake {
  const known = [...shape.members.keys()];
  const meant = suggest(name, path === '' ? [...known, ...further] : known);
  return {
    kind: 'unknown',
    place: joinPlace(path, name),
    ...describeUnknown({ name, path, known, isEmpty }, meant),
    isCredential: path === '' && CREDENTIAL_MEMBERS.some((credential) => credential === meant),
  };
}
