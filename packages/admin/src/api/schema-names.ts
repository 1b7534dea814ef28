import { isDeepStrictEqual } from 'node:util';
import { isData, type JsonSchema } from '@ticketgate/sdk';
import { nameOf } from '@ticketgate/sdk/schema';

/** The objects of a document, each written once under a name of its own, with what their members mean. */
export class SchemaNames {
  readonly #schemas = new Map<string, JsonSchema>();

  get schemas(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.#schemas);
  }

  /** @param wanted the name of an object that has none itself */
  write(schema: JsonSchema, wanted: string): JsonSchema {
    const name = nameOf(schema) ?? wanted;
    const { description, ...made } = this.#within(schema, name);
    // What it means for a member stands beside the reference; the object is the same everywhere.
    const own = description === undefined ? {} : { description };
    const isObject = isData(made.properties);
    return { ...(isObject ? { $ref: `#/components/schemas/${this.#store(made, name)}` } : made), ...own };
  }

  #within(schema: JsonSchema, name: string): JsonSchema {
    // What only we understand is left out: our own marks, which are symbols, and `secret`.
    const { secret, ...plain } = Object.fromEntries(Object.entries(schema));
    const { properties, items, additionalProperties } = schema;
    const inner = (each: unknown, wanted: string) => (isData(each) ? this.write(each, wanted) : each);
    const branches = ['anyOf', 'oneOf'].flatMap((keyword) => {
      const list: unknown = schema[keyword];
      return Array.isArray(list) ? [[keyword, list.map((each: unknown) => inner(each, name))] as const] : [];
    });
    return {
      ...plain,
      ...(secret === true ? { format: 'password' } : {}),
      ...Object.fromEntries(branches),
      ...(items === undefined ? {} : { items: inner(items, name.replace(/s$/, '')) }),
      ...(isData(additionalProperties) ? { additionalProperties: inner(additionalProperties, `${name}Value`) } : {}),
      ...(isData(properties) ? { properties: this.#members(properties, name) } : {}),
    };
  }

  #members(properties: JsonSchema, owner: string): JsonSchema {
    const written = Object.entries(properties).map(([member, schema]) => {
      const wanted = `${owner}${capital(member)}`;
      return [member, this.write(isData(schema) ? schema : {}, wanted)] as const;
    });
    return Object.fromEntries(written);
  }

  /** Another schema that wants the same name gets a number behind it. */
  #store(schema: JsonSchema, wanted: string): string {
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${wanted}${number}`;
      const known = this.#schemas.get(name);
      if (known === undefined) this.#schemas.set(name, schema);
      if (known === undefined || isDeepStrictEqual(known, schema)) return name;
    }
  }
}

/** For example `GetServicesName` of `get_services_name`. */
export function typeName(operationId: string): string {
  return operationId
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('');
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
