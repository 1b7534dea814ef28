import { isDeepStrictEqual } from 'node:util';
import { isData, type JsonSchema } from '@ticketgate/sdk';
import { describeRequiredChoices, mapSubschemas, readSchemaName } from '@ticketgate/sdk/schema';

import type { Reference } from './open-api.js';

export class SchemaStore {
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #references = new Map<JsonSchema, Reference>();

  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  /** Refers to a schema. If another one has the wanted name, a number is appended. */
  refer(schema: JsonSchema, wanted: string): Reference {
    const known = this.#references.get(schema);
    if (known !== undefined) return known;
    const reference = this.#keep(describeRequiredChoices(schema), wanted.replaceAll(/[^\w.-]/g, '_'), () => false);
    this.#references.set(schema, reference);
    return reference;
  }

  /**
   * Writes a schema with a name for each of its objects: its own, or one derived from its place. Equal objects share a name, even if their
   * descriptions differ.
   */
  write(schema: JsonSchema, wanted: string): JsonSchema {
    const name = readSchemaName(schema) ?? wanted;
    const { description, secret, ...made } = mapSubschemas(schema, (inner, keyword, member) =>
      this.write(inner, nameWithin(name, keyword, member)),
    );
    return {
      ...(isData(made.properties) ? this.#keep(made, name, (known) => isDeepStrictEqual(known, made)) : made),
      ...(secret === true ? { format: 'password' } : {}),
      ...(description === undefined ? {} : { description }),
    };
  }

  #keep(schema: JsonSchema, wanted: string, isSame: (known: JsonSchema) => boolean): Reference {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      const known = this.#schemas.get(name);
      if (known === undefined) this.#schemas.set(name, schema);
      if (known === undefined || isSame(known)) return { $ref: `#/components/schemas/${name}` };
    }
  }
}

/** The name of an object derived from its place in another one. */
function nameWithin(owner: string, keyword: string, member = ''): string {
  if (keyword === 'properties') return `${owner}${capital(member)}`;
  if (keyword === 'items') return owner.replace(/s$/, '');
  return keyword === 'additionalProperties' ? `${owner}Value` : owner;
}

export function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
