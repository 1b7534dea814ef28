import { editorSchema } from '@ticketgate/sdk/schema';
import { configurationSchema, settingDefinitions } from '@ticketgate/runtime';
import { createError, type JsonSchema, type Plugin, suggest, withSuggestion } from '@ticketgate/sdk';
import { inputObject, text } from '@ticketgate/sdk/schema';

import { catalogueKinds, catalogueSchema } from '../catalogue/catalogue-system.js';
import { task } from '../tasks/task.js';
import { changeSchema, definitionForEditors } from './definition-for-editors.js';

const SchemaUnknown = createError<{ file: string; known: readonly string[] }>(
  'Admin.SchemaUnknown',
  ({ file, known }) =>
    withSuggestion(`There is no schema "${file}".`, suggest(file, known), `Ask for ${known.join(', ')}.`),
  'NotFound',
);

export const getEditorSchema = task({
  at: 'GET /schemas/:file',
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
