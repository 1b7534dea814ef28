import { isMap, isNode, isScalar, isSeq, parseDocument, type Document } from 'yaml';

import type { Path } from '../../components/schema.js';

/** The values of a definition; undefined while it cannot be parsed. */
export function readDefinition(text: string): { readonly values: unknown } | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0) return undefined;
  return document.contents === null || isMap(document.contents) ? { values: document.toJS() as unknown } : undefined;
}

/** Where a member begins in a text, or what it would be in. */
export function placeOf(text: string, path: Path): number {
  const document = parseDocument(text);
  for (let length = path.length; length > 0; length -= 1) {
    const start = startAt(document, path.slice(0, length));
    if (start !== undefined) return start;
  }
  return 0;
}

function startAt(document: Document, path: Path): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const name = path.at(-1);
  const node = isMap(parent)
    ? parent.items.find(({ key }) => isScalar(key) && key.value === name)?.key
    : isSeq(parent) && parent.items[Number(name)];
  return isNode(node) ? node.range?.[0] : undefined;
}
