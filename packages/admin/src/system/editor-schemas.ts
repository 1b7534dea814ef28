import { editorSchema } from '@ticketgate/describe';
import type { JsonSchema, Plugin } from '@ticketgate/sdk';
import { configurationSchema, settingDefinitions } from '@ticketgate/runtime';

import { catalogueKinds } from '../catalogue/catalogue-system.js';
import { catalogueSchema } from '../catalogue/catalogue-schema.js';
import { changeSchema, definitionForEditors } from './definition-for-editors.js';

/**
 * JSON Schemas of the files that admins write, for their editors, by the name of the schema's file.
 *
 * @param knowsAll whether there are no other plugins, so that a type of none of these is a mistake
 */
export function editorSchemas(
  plugins: readonly Plugin[],
  { knowsAll }: { readonly knowsAll: boolean },
): ReadonlyMap<string, JsonSchema> {
  const wordsOf = (types: readonly string[]) =>
    knowsAll ? { enum: types } : { anyOf: [{ enum: types }, { type: 'string' }] };
  return new Map([
    ['definition.json', editorSchema(definitionForEditors(plugins, wordsOf), 'Web-service definition')],
    ['gateway.json', editorSchema(withSettings(plugins), 'Configuration of Ticketgate')],
    ['catalogue.json', editorSchema(catalogueSchema(catalogueKinds(plugins)), 'Catalogue of Ticketgate')],
  ]);
}

/** The schema of `config/gateway.yml` with the settings of the family by name. */
function withSettings(plugins: readonly Plugin[]): JsonSchema {
  const settings = settingDefinitions(plugins).map(
    ({ name, description, default: value }) => [name, { description, default: value }] as const,
  );
  return changeSchema(configurationSchema, ['Settings'], (schema) => ({
    ...schema,
    properties: Object.fromEntries(settings),
  }));
}
