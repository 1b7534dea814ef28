import {
  DEBUG_LEVELS,
  definitionSchema,
  invokerSchema,
  requesterRestSchema,
  requestRetrySchema,
  restConfigSchema,
} from '@ticketgate/definition';
import { InvokerTypes } from '@ticketgate/requester';
import { emittedNames } from '@ticketgate/runtime';
import type { JsonSchema, Plugin } from '@ticketgate/sdk';

import { changeSchema, innerSchema } from './change-schema.js';
import { withMappings } from './mapping-for-editors.js';

/** Types that plugins bring: whether others are a mistake depends on whether these are all plugins. */
export type WordsOf = (types: readonly string[]) => JsonSchema;

/** The schema of definitions with what plugins bring: types, their options, and events; and with the options of HTTP::REST. */
export function definitionForEditors(plugins: readonly Plugin[], wordsOf: WordsOf): JsonSchema {
  const changes: readonly (readonly [readonly string[], (schema: JsonSchema) => JsonSchema])[] = [
    [['Debugger', 'DebugThreshold'], (schema) => ({ ...schema, enum: DEBUG_LEVELS })],
    [['Provider', 'Transport', 'Config'], () => restConfigSchema],
    [['Provider', 'Operation'], (schema) => withEntries(schema, operationsOf(schema, plugins, wordsOf))],
    [['Requester', 'Transport', 'Config'], () => requesterRestSchema],
    [['Requester', 'Invoker'], (schema) => withEntries(schema, invokersOf(plugins, wordsOf))],
    [['Requester', 'ErrorHandling'], (schema) => withEntries(schema, requestRetrySchema)],
  ];
  return changes.reduce<JsonSchema>((schema, [path, change]) => changeSchema(schema, path, change), definitionSchema);
}

function withEntries(schema: JsonSchema, entry: JsonSchema): JsonSchema {
  return { ...schema, additionalProperties: entry };
}

function operationsOf({ additionalProperties }: JsonSchema, plugins: readonly Plugin[], wordsOf: WordsOf): JsonSchema {
  const operations = plugins.flatMap((plugin) => plugin.operations);
  const options = Object.assign({}, ...operations.map((operation) => operation.options ?? {})) as JsonSchema;
  const types = wordsOf(operations.map(({ type }) => type).sort());
  const entry = changeSchema(innerSchema(additionalProperties), ['Type'], (schema) => ({ ...schema, ...types }));
  const members = { ...options, ...innerSchema(entry.properties) };
  return withMappings({ ...entry, properties: members, additionalProperties: false });
}

/** Without `additionalProperties: false`: each type of invoker reads keys of its own. */
function invokersOf(plugins: readonly Plugin[], wordsOf: WordsOf): JsonSchema {
  const invokers = plugins.flatMap((plugin) => plugin.invokers ?? []);
  const types = wordsOf(new InvokerTypes(invokers).names);
  // A name that ends in `*` stands for all that begin so.
  const events = emittedNames(plugins).map((name) => name.replace(/\*$/, ''));
  const withTypes = changeSchema(invokerSchema, ['Type'], (schema) => ({ ...schema, ...types }));
  const withEvents = changeSchema(withTypes, ['Events'], (schema) => ({
    ...schema,
    items: changeSchema(innerSchema(schema.items), ['Event'], (name) => ({ ...name, examples: events })),
  }));
  const rules = invokers.map(({ type, config = {} }) => ({
    if: { properties: { Type: { enum: [type] } }, required: ['Type'] },
    then: { properties: config },
  }));
  return { ...withMappings(withEvents), allOf: rules };
}
