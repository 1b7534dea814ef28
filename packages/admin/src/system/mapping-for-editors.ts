import { simpleMappingSchema, xsltMappingSchema } from '@ticketgate/definition';
import type { JsonSchema } from '@ticketgate/sdk';

import { changeSchema, innerSchema } from './change-schema.js';

// The rules say more about wrong values than types would, so the schemas of the definition have none; forms need them.
const MAP_OF_TEXTS = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } };
const FATES = { enum: ['Keep', 'Ignore', 'MapTo'] };

/** The schema of `Config` for each type of mapping. */
const CONFIGS: Readonly<Record<string, JsonSchema>> = {
  Simple: typed(simpleMappingSchema, {
    KeyMapExact: MAP_OF_TEXTS,
    KeyMapRegEx: MAP_OF_TEXTS,
    'KeyMapDefault.MapType': FATES,
    ValueMap: {
      type: 'object',
      additionalProperties: typed(simpleMappingSchema.properties.ValueMap.additionalProperties, {
        ValueMapExact: MAP_OF_TEXTS,
        ValueMapRegEx: MAP_OF_TEXTS,
      }),
    },
    'ValueMapDefault.MapType': FATES,
  }),
  XSLT: typed(xsltMappingSchema, {
    Template: { type: 'string', contentMediaType: 'application/xslt+xml' },
    DataInclude: { type: 'array', items: { type: 'string' } },
    PreRegExFilter: { type: 'array' },
    PostRegExFilter: { type: 'array' },
  }),
};

function typed(schema: JsonSchema, types: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return Object.entries(types).reduce<JsonSchema>(
    (whole, [path, more]) => changeSchema(whole, path.split('.'), (member) => ({ ...member, ...more })),
    { type: 'object', ...schema },
  );
}

/** The schema of an entry of a definition, with both of its mappings. */
export function withMappings(entry: JsonSchema): JsonSchema {
  return ['MappingOutbound', 'MappingInbound'].reduce(
    (schema, name) => changeSchema(schema, [name], withConfigs),
    entry,
  );
}

function withConfigs(mapping: JsonSchema): JsonSchema {
  const withTypes = changeSchema(mapping, ['Type'], (type) => ({ ...type, enum: [...Object.keys(CONFIGS), 'Test'] }));
  const rules = Object.entries(CONFIGS).map(([type, config]) => ({
    if: { properties: { Type: { enum: [type] } }, required: ['Type'] },
    then: { properties: { Config: { ...innerSchema(innerSchema(mapping.properties).Config), ...config } } },
  }));
  return { ...withTypes, allOf: rules };
}
