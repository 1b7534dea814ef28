import { isData, type Data } from '@ticketgate/sdk';

/** Levels of members that are pieces of their own, for example the methods of a path. */
const DEPTH = 3;

/** The JSON of a document in pieces, between which other requests can run: a document may have thousands of operations. */
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

function definedMembers(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}

function isGroup(member: unknown, depth: number): member is Data {
  return depth > 1 && isData(member) && definedMembers(member).length > 0;
}
