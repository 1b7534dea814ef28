import type { JsonSchema } from '@ticketgate/sdk';

import { describeRequiredChoices } from '@ticketgate/sdk/schema';
import type { Reference } from './open-api.js';

/** The schemas of a document that are written once and referred to by name. */
export class SchemaStore {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #references = new Map<JsonSchema, Reference>();

  /** Refers to a schema. Another one that wants the same name gets a number behind it. */
  refer(schema: JsonSchema, wanted: string): Reference {
    const known = this.#references.get(schema);
    if (known !== undefined) return known;
    const name = this.#freeName(wanted.replaceAll(/[^\w.-]/g, '_'));
    const reference = { $ref: `#/components/schemas/${name}` };
    this.#schemas.set(name, describeRequiredChoices(schema));
    this.#references.set(schema, reference);
    return reference;
  }

  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  #freeName(wanted: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      if (!this.#schemas.has(name)) return name;
    }
  }
}
