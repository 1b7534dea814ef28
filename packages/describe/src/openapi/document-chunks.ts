import { isData, type Data } from '@ticketgate/sdk';
import { stringify } from 'yaml';

/** Members of members of members, such as the methods of a path, are pieces. */
const DEPTH = 3;

/** The JSON of a document in pieces, between which requests can have their turn: a document may have thousands of operations. */
export function* jsonChunks(document: object, depth = DEPTH): Generator<string> {
  let before = '{';
  for (const [name, member] of definedMembers(document)) {
    yield `${before}${JSON.stringify(name)}:`;
    if (isGroup(member, depth)) yield* jsonChunks(member, depth - 1);
    else yield JSON.stringify(member);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** The same in YAML, with one member or more. */
export function* yamlChunks(document: object, depth = DEPTH, indent = ''): Generator<string> {
  for (const [name, member] of definedMembers(document)) {
    const isDivided = isGroup(member, depth);
    const text = stringify({ [name]: isDivided ? null : member }, { aliasDuplicateObjects: false, lineWidth: 0 });
    yield (isDivided ? text.replace(/ null\n$/, '\n') : text).replace(/^(?=.)/gm, indent);
    if (isDivided) yield* yamlChunks(member, depth - 1, `${indent}  `);
  }
}

function definedMembers(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function isGroup(member: unknown, depth: number): member is Data {
  return depth > 1 && isData(member) && definedMembers(member).length > 0;
}
