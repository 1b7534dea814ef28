import { isData } from '@ticketgate/sdk';

import { BodyTooComplex } from '../../../failure.js';
import type { JsonLimits } from '../../http/reading-limits.js';
import { MalformedXml } from './xml-refusals.js';

/** A placeholder for the value of another element, until the document has ended. */
export class Reference {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

/** Characters of texts that references may repeat: otherwise few elements could represent endless data. */
const REPEATED = 1_000_000;

/** Replaces references with copies of their values. */
export function resolveReferences(root: unknown, byID: ReadonlyMap<string, unknown>, limits: JsonLimits): unknown {
  const { nodes: mostNodes, depth: deepest } = limits;
  let nodes = 0;
  let characters = 0;
  /** The ids whose values are being copied. */
  const copied = new Set<string>();
  const count = (value: unknown, depth: number) => {
    nodes += 1;
    if (copied.size > 0 && typeof value === 'string') characters += value.length;
    if (depth > deepest * 2)
      throw new MalformedXml(`The body is nested deeper than ${deepest * 2} levels by its references.`);
    if (nodes > mostNodes)
      throw new BodyTooComplex({ what: `references to more than ${mostNodes} values`, setting: 'jsonNodes' });
    if (characters > REPEATED) throw new MalformedXml(`The body refers to texts of more than ${REPEATED} characters.`);
  };
  const copy = (value: unknown, depth: number): unknown => {
    count(value, depth);
    if (Array.isArray(value)) return value.map((item: unknown) => copy(item, depth + 1));
    if (!(value instanceof Reference)) {
      if (!isData(value)) return value;
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copy(each, depth + 1)]));
    }
    const { id } = value;
    if (!byID.has(id)) throw new MalformedXml(`The body refers to "#${id}", but no element has this id.`);
    if (copied.has(id)) throw new MalformedXml(`The body refers to "#${id}" from within it.`);
    copied.add(id);
    const found = copy(byID.get(id), depth + 1);
    copied.delete(id);
    return found;
  };
  return copy(root, 0);
}
