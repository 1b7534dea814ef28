import { DEBUG_LEVELS, definitionSchema, restConfigSchema } from '@ticketgate/definition';
import { editorSchema } from '@ticketgate/describe';
import { isData, type JsonSchema, type Plugin } from '@ticketgate/sdk';
import { configurationSchema, settingDefinitions } from '@ticketgate/runtime';

import { catalogueKinds } from '../catalogue/catalogue-kinds.js';
import { catalogueSchema } from '../catalogue/catalogue-schema.js';

/**
 * JSON Schemas of the files that admins write, for their editors, by the name of the schema's file.
 *
 * @param knowsAll whether there are no other plugins, so that an operation type of none of these is a mistake
 */
export function editorSchemas(
  plugins: readonly Plugin[],
  { knowsAll }: { readonly knowsAll: boolean },
): ReadonlyMap<string, JsonSchema> {
  const types = plugins.flatMap(({ operations }) => operations.map(({ type }) => type)).sort();
  const typeSchema = knowsAll ? { enum: types } : { anyOf: [{ enum: types }, { type: 'string' }] };
  return new Map([
    ['definition.json', editorSchema(withOperations(plugins, typeSchema), 'Web-service definition')],
    ['gateway.json', editorSchema(withSettings(plugins), 'Configuration of Ticketgate')],
    ['catalogue.json', editorSchema(catalogueSchema(catalogueKinds(plugins)), 'Catalogue of Ticketgate')],
  ]);
}

/** The schema of definitions with the types that plugins bring, their options, and the options of HTTP::REST. */
function withOperations(plugins: readonly Plugin[], typeSchema: JsonSchema): JsonSchema {
  const operations = plugins.flatMap((plugin) => plugin.operations);
  const options = Object.assign({}, ...operations.map((operation) => operation.options ?? {})) as JsonSchema;
  const withTypes = changeWithin(definitionSchema, ['Provider', 'Operation'], (schema) => ({
    ...schema,
    additionalProperties: changeWithin(
      { ...inner(schema.additionalProperties), additionalProperties: false },
      [],
      (entry) => ({
        ...entry,
        properties: {
          ...options,
          ...inner(entry.properties),
          Type: { ...inner(inner(entry.properties).Type), ...typeSchema },
        },
      }),
    ),
  }));
  const withLevels = changeWithin(withTypes, ['Debugger', 'DebugThreshold'], (schema) => ({
    ...schema,
    enum: DEBUG_LEVELS,
  }));
  return changeWithin(withLevels, ['Provider', 'Transport', 'Config'], () => restConfigSchema);
}

/** The schema of `config/gateway.yml` with the settings of the family by name. */
function withSettings(plugins: readonly Plugin[]): JsonSchema {
  const settings = settingDefinitions(plugins, false).map(
    ({ name, description, default: value }) => [name, { description, default: value }] as const,
  );
  return changeWithin(configurationSchema, ['Settings'], (schema) => ({
    ...schema,
    properties: Object.fromEntries(settings),
  }));
}

/** The same schema, but for the member at the end of a path of properties. */
function changeWithin(
  schema: JsonSchema,
  [name, ...rest]: readonly string[],
  change: (member: JsonSchema) => JsonSchema,
): JsonSchema {
  if (name === undefined) return change(schema);
  const properties = inner(schema.properties);
  return { ...schema, properties: { ...properties, [name]: changeWithin(inner(properties[name]), rest, change) } };
}

function inner(schema: unknown): JsonSchema {
  return isData(schema) ? schema : {};
}
