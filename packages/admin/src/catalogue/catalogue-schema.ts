import { isData, type CatalogueKind, type JsonSchema } from '@ticketgate/sdk';

/** The member that every entry may have: whether it is offered. */
export const VALID = 'Valid';

/** JSON Schema of one entry, as files, commands and requests write it. */
export function entrySchemaOf({ schema }: Pick<CatalogueKind, 'schema'>): JsonSchema {
  const valid = { type: 'boolean', description: 'false keeps the entry and no longer offers it' };
  return { ...schema, properties: { ...(isData(schema.properties) ? schema.properties : {}), [VALID]: valid } };
}

/** JSON Schema of a catalogue file. */
export function catalogueSchema(kinds: readonly Pick<CatalogueKind, 'key' | 'schema'>[]): JsonSchema {
  const sections = kinds.map((kind) => [
    kind.key,
    withStrictKeys({ type: 'array', description: 'a list of entries', items: entrySchemaOf(kind) }),
  ]);
  return {
    type: ['object', 'null'],
    description: 'a map of sections',
    severity: 'error',
    additionalProperties: false,
    properties: Object.fromEntries(sections) as JsonSchema,
  };
}

/** Unlike in definitions, an unknown key is an error here: an entry without what was meant cannot be intended. */
function withStrictKeys(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withStrictKeys);
  if (!isData(schema)) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withStrictKeys(value)]));
  return copy.additionalProperties === false ? { severity: 'error', ...copy } : copy;
}
