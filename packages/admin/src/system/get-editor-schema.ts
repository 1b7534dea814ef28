import { createError, suggest, withSuggestion } from '@ticketgate/sdk';

import { editorSchemas } from './editor-schemas.js';
import { defineAction } from '../tasks/action.js';
import { inputObject, text } from '../tasks/schemas.js';

const SchemaUnknown = createError<{ file: string; known: readonly string[] }>(
  'Admin.SchemaUnknown',
  ({ file, known }) =>
    withSuggestion(`There is no schema "${file}".`, suggest(file, known), `Ask for ${known.join(', ')}.`),
  'NotFound',
);

export const getEditorSchema = defineAction({
  summary: 'Answers a JSON Schema for editors: `definition.json`, `catalogue.json` or `gateway.json`.',
  input: inputObject({ file: text }),
  answer: { type: 'object' },
  errors: [SchemaUnknown],
  async run({ file }, { system }) {
    const schemas = editorSchemas(system.plugins, { knowsAll: true });
    const schema = schemas.get(file);
    if (schema === undefined) throw new SchemaUnknown({ file, known: [...schemas.keys()] });
    return schema;
  },
});
