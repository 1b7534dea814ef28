import { CREDENTIAL_MEMBERS } from '@ticketgate/definition';
import { isData, suggest, type Data, type Operation } from '@ticketgate/sdk';
import { describeUnknown, joinPlace, type Mistake } from '@ticketgate/sdk/schema';

import { NOT_INPUT } from './checked-input.js';
import { type InputShape, openShape } from './input-shape.js';

/**
 * Compiles a check that finds the first unknown members of an operation's input. It costs one look-up for each member, including nested ones.
 *
 * @param parameters names of route parameters
 */
export function compileMemberCheck(operation: Operation, parameters: readonly string[]) {
  const shape = openShape(operation.input);
  const further = new Set([...NOT_INPUT, ...parameters]);
  return (input: unknown, most: number): readonly Mistake[] => {
    if (!isData(input) || shape.isOpen) return [];
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

interface Place {
  readonly shape: InputShape;
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
    const { items } = shape;
    for (const item of value) {
      if (search.found.length >= search.most) return;
      collectUnknown(item, { shape: items, path }, search);
    }
  } else if (isData(value) && !shape.isOpen) collectInMembers(value, { shape, path }, search);
}

function collectInMembers(value: Data, { shape, path }: Place, search: Search): void {
  for (const name of Object.keys(value)) {
    if (search.found.length >= search.most) return;
    const inner = shape.member(name);
    if (inner === undefined) search.found.push({ name, path, shape, isEmpty: path === '' && value[name] === '' });
    else if (typeof value[name] === 'object') {
      collectUnknown(value[name], { shape: inner, path: joinPlace(path, name) }, search);
    }
  }
}

function toUnknownMember({ name, path, shape, isEmpty }: Unknown, further: ReadonlySet<string>): Mistake {
  const known = [...shape.names];
  const meant = suggest(name, path === '' ? [...known, ...further] : known);
  return {
    kind: 'unknown',
    place: joinPlace(path, name),
    ...describeUnknown({ name, path, known, isEmpty }, meant),
    isCredential: path === '' && CREDENTIAL_MEMBERS.some((credential) => credential === meant),
  };
}
