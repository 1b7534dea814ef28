import { type Data, isData } from '@ticketgate/sdk';

import { BodyTooComplex } from '../../../failure.js';
import type { JsonLimits } from '../../http/reading-limits.js';
import { MalformedXml } from './xml-refusals.js';

/** Stands for the value of another element until the document has ended. */
export class Reference {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

/** Characters of texts that references may repeat: few elements could stand for endless data otherwise. */
const REPEATED = 1_000_000;

/** Puts copies of what references stand for in their places. */
export class References {
  readonly #byID: ReadonlyMap<string, unknown>;
  readonly #limits: JsonLimits;
  #nodes = 0;
  #characters = 0;
  /** The ids whose values are being copied. */
  readonly #copied = new Set<string>();

  constructor(byID: ReadonlyMap<string, unknown>, limits: JsonLimits) {
    this.#byID = byID;
    this.#limits = limits;
  }

  resolve(value: unknown, depth = 0): unknown {
    this.#count(value, depth);
    if (value instanceof Reference) {
      if (!this.#byID.has(value.id))
        throw new MalformedXml(`The body refers to "#${value.id}", but no element has this id.`);
      if (this.#copied.has(value.id)) throw new MalformedXml(`The body refers to "#${value.id}" from within it.`);
      this.#copied.add(value.id);
      const found = this.resolve(this.#byID.get(value.id), depth + 1);
      this.#copied.delete(value.id);
      return found;
    }
    if (Array.isArray(value)) return value.map((item: unknown) => this.resolve(item, depth + 1));
    return isData(value) ? this.#members(value, depth) : value;
  }

  #members(data: Data, depth: number): Data {
    return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, this.resolve(value, depth + 1)]));
  }

  #count(value: unknown, depth: number): void {
    const { nodes, depth: deepest } = this.#limits;
    this.#nodes += 1;
    if (this.#copied.size > 0 && typeof value === 'string') this.#characters += value.length;
    if (depth > deepest * 2)
      throw new MalformedXml(`The body is nested deeper than ${deepest * 2} levels by its references.`);
    if (this.#nodes > nodes)
      throw new BodyTooComplex({ what: `references to more than ${nodes} values`, setting: 'jsonNodes' });
    if (this.#characters > REPEATED)
      throw new MalformedXml(`The body refers to texts of more than ${REPEATED} characters.`);
  }
}
