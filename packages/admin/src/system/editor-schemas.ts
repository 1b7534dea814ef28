import {
  DEBUG_LEVELS,
  definitionSchema,
  invokerSchema,
  providerTransports,
  requesterTransports,
  requestRetrySchema,
  ROUTE_METHODS,
  simpleMappingSchema,
  USUAL_SOURCES,
  xsltMappingSchema,
  znunyMappingSchema,
} from '@ticketgate/definition';
import { catalogueKinds, configurationSchema, emittedNames, settingDefinitions } from '@ticketgate/runtime';
import { invokerTypes } from '@ticketgate/runtime/invokers/call';
import { createError, type JsonSchema, type Plugin, suggest, withSuggestion } from '@ticketgate/sdk';
import { changeMember, editorSchema, innerSchema, inputObject, toMembers, text } from '@ticketgate/sdk/schema';

import { catalogueSchema } from '../catalogue/catalogue-system.js';
import { task } from '../tasks/task.js';

/** The schema of a type that plugins provide: another one is a mistake only if these are all plugins. */
export type ListWords = (types: readonly string[]) => JsonSchema;

/** The schema of definitions with what plugins bring: types, their options, and events; and with the options of transports. */
function definitionForEditors(plugins: readonly Plugin[], listWords: ListWords): JsonSchema {
  const changes: readonly (readonly [readonly string[], (schema: JsonSchema) => JsonSchema])[] = [
    [['Debugger', 'DebugThreshold'], (schema) => ({ ...schema, enum: DEBUG_LEVELS })],
    [['Gateway', 'Authentication', 'Accept'], (schema) => ({ ...schema, default: USUAL_SOURCES })],
    [['Provider', 'Transport'], (schema) => withTransports(schema, providerTransports)],
    [['Provider', 'Operation'], (schema) => withEntries(schema, fillTypes(schema, plugins, listWords))],
    [['Requester', 'Transport'], (schema) => withTransports(schema, requesterTransports)],
    [['Requester', 'Invoker'], (schema) => withEntries(schema, fillCalls(plugins, listWords))],
    [['Requester', 'ErrorHandling'], (schema) => withEntries(schema, requestRetrySchema)],
  ];
  return changes.reduce<JsonSchema>((schema, [path, change]) => changeMember(schema, path, change), definitionSchema);
}

/** The schema of `Config` for each type of transport. */
function withTransports(
  transport: JsonSchema,
  types: ReadonlyMap<string, { readonly schema: JsonSchema }>,
): JsonSchema {
  const rules = [...types].map(([type, { schema }]) => whenType(type, { Config: withChoices(schema) }));
  // Others are stored as well, so they are not a mistake.
  const examples = [...types.keys()];
  return { ...changeMember(transport, ['Type'], (type) => ({ ...type, examples })), allOf: rules };
}

/** What the schemas of transports leave to rules, which say more: the methods of routes; and that connections stay open by default. */
function withChoices(config: JsonSchema): JsonSchema {
  const { KeepAlive: keepAlive, RouteOperationMapping: routes } = toMembers(config);
  const { additionalProperties: route } = innerSchema(routes);
  const withMethods = changeMember(innerSchema(route), ['RequestMethod'], (methods) => ({
    ...methods,
    items: { enum: ROUTE_METHODS },
    default: ROUTE_METHODS,
  }));
  return {
    ...config,
    properties: {
      ...toMembers(config),
      ...(keepAlive === undefined ? {} : { KeepAlive: { ...innerSchema(keepAlive), default: '1' } }),
      ...(routes === undefined ? {} : { RouteOperationMapping: withEntries(innerSchema(routes), withMethods) }),
    },
  };
}

/** The members that belong to a `Type`. */
function whenType(type: string, properties: JsonSchema): JsonSchema {
  return { if: { properties: { Type: { enum: [type] } }, required: ['Type'] }, then: { properties } };
}

function withEntries(schema: JsonSchema, entry: JsonSchema): JsonSchema {
  return { ...schema, additionalProperties: entry };
}

function fillTypes({ additionalProperties }: JsonSchema, plugins: readonly Plugin[], listWords: ListWords): JsonSchema {
  const operations = plugins.flatMap((plugin) => plugin.operations);
  const options = Object.fromEntries(operations.flatMap((operation) => Object.entries(operation.options ?? {})));
  const types = listWords(operations.map(({ type }) => type).sort());
  const entry = changeMember(innerSchema(additionalProperties), ['Type'], (schema) => ({ ...schema, ...types }));
  const members = { ...options, ...toMembers(entry) };
  return withMappings({ ...entry, properties: members, additionalProperties: false });
}

/** Without `additionalProperties: false`: each type of invoker reads keys of its own. */
function fillCalls(plugins: readonly Plugin[], listWords: ListWords): JsonSchema {
  const invokers = plugins.flatMap((plugin) => plugin.invokers ?? []);
  const types = listWords([...invokerTypes(invokers).keys()]);
  // A name that ends in `*` stands for all that begin so.
  const events = emittedNames(plugins).map((name) => name.replace(/\*$/, ''));
  const withTypes = changeMember(invokerSchema, ['Type'], (schema) => ({ ...schema, ...types }));
  const withEvents = changeMember(withTypes, ['Events'], (schema) => ({
    ...schema,
    items: changeMember(innerSchema(schema.items), ['Event'], (name) => ({ ...name, examples: events })),
  }));
  const rules = invokers.map(({ type, config = {} }) => whenType(type, config));
  return { ...withMappings(withEvents), allOf: rules };
}

// The rules say more about wrong values than types would, so the schemas of the definition have none; forms need them.
const MAP_OF_TEXTS = { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean', 'null'] } };
const FATES = { enum: ['Keep', 'Ignore', 'MapTo'] };

const TYPES_OF_RULES: Readonly<Record<string, JsonSchema>> = {
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
};

/** The schema of `Config` for each type of mapping. */
const CONFIGS: Readonly<Record<string, JsonSchema>> = {
  Simple: typed(simpleMappingSchema, TYPES_OF_RULES),
  Znuny: typed(znunyMappingSchema, {
    ...TYPES_OF_RULES,
    StaticValue: { type: 'object' },
    ListSeparator: MAP_OF_TEXTS,
    ReduceStructure: { type: 'array', items: { type: 'string' } },
  }),
  OutOfOffice: { type: 'object' },
  XSLT: typed(xsltMappingSchema, {
    Template: { type: 'string', contentMediaType: 'application/xslt+xml' },
    ForceArray: { type: ['string', 'array'], items: { type: 'string' } },
    KeepAttributes: { enum: ['0', '1', 0, 1] },
    DataInclude: { type: 'array', items: { type: 'string' } },
    PreRegExFilter: { type: 'array' },
    PostRegExFilter: { type: 'array' },
  }),
};

function typed(schema: JsonSchema, types: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return Object.entries(types).reduce<JsonSchema>(
    (whole, [path, more]) => changeMember(whole, path.split('.'), (member) => ({ ...member, ...more })),
    { type: 'object', ...schema },
  );
}

/** The schema of an entry of a definition, with both of its mappings. */
function withMappings(entry: JsonSchema): JsonSchema {
  return ['MappingOutbound', 'MappingInbound'].reduce(
    (schema, name) => changeMember(schema, [name], withConfigs),
    entry,
  );
}

function withConfigs(mapping: JsonSchema): JsonSchema {
  const withTypes = changeMember(mapping, ['Type'], (type) => ({ ...type, enum: [...Object.keys(CONFIGS), 'Test'] }));
  const rules = Object.entries(CONFIGS).map(([type, config]) =>
    whenType(type, { Config: { ...innerSchema(toMembers(mapping).Config), ...config } }),
  );
  return { ...withTypes, allOf: rules };
}

const SchemaUnknown = createError<{ file: string; known: readonly string[] }>(
  'Admin.SchemaUnknown',
  ({ file, known }) =>
    withSuggestion(`There is no schema "${file}".`, suggest(file, known), `Ask for ${known.join(', ')}.`),
  'NotFound',
);

export const getEditorSchema = task({
  at: 'GET /schemas/:file',
  needs: 'nothing',
  summary: 'Answers a JSON Schema for editors: `definition.json`, `catalogue.json` or `gateway.json`.',
  input: inputObject({ file: text('The name of the file that the schema is for.') }),
  answer: { type: 'object' },
  errors: [SchemaUnknown],
  async run({ file }, { system }) {
    const schemas = editorSchemas(system.plugins, { knowsAll: true });
    const schema = schemas.get(file);
    if (schema === undefined) throw new SchemaUnknown({ file, known: [...schemas.keys()] });
    return schema;
  },
});

/**
 * JSON Schemas of the files that admins write, for their editors, by the name of the schema's file.
 *
 * @param knowsAll whether these are all plugins, so that any other type is a mistake
 */
export function editorSchemas(
  plugins: readonly Plugin[],
  { knowsAll }: { readonly knowsAll: boolean },
): ReadonlyMap<string, JsonSchema> {
  const listWords = (types: readonly string[]) =>
    knowsAll ? { enum: types } : { anyOf: [{ enum: types }, { type: 'string' }] };
  return new Map([
    ['definition.json', editorSchema(definitionForEditors(plugins, listWords), 'Web-service definition')],
    ['gateway.json', editorSchema(withSettings(plugins), 'Configuration of Ticketgate')],
    ['catalogue.json', editorSchema(catalogueSchema(catalogueKinds(plugins)), 'Catalogue of Ticketgate')],
  ]);
}

/** The schema of `config/gateway.yml` with the settings of the family by name. */
function withSettings(plugins: readonly Plugin[]): JsonSchema {
  const settings = settingDefinitions(plugins).map(
    ({ name, description, default: value }) => [name, { description, default: value }] as const,
  );
  return changeMember(configurationSchema, ['Settings'], (schema) => ({
    ...schema,
    properties: Object.fromEntries(settings),
  }));
}
