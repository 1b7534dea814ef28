import { isData, type JsonSchema } from '@ticketgate/sdk';

import { eachSchema, plainSchema, without } from './plain-schema.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * A schema of ours as editors use it: what the manual says of a key becomes its description, and our own keywords go. Editors show
 * descriptions, complete keys and underline mistakes by it.
 */
export function editorSchema(schema: JsonSchema, title: string): JsonSchema {
  return { $schema: DIALECT, title, ...without(forEditors(schema), ['$schema', 'title']) };
}

function forEditors(schema: JsonSchema): JsonSchema {
  const { manual } = schema;
  const rest = plainSchema(eachSchema(schema, forEditors));
  if (!isData(manual)) return rest;
  const { effect, default: fallback, example } = manual;
  const description = [effect, typeof fallback === 'string' ? `Default: ${fallback}` : '']
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .join('\n\n');
  return { examples: [example], ...rest, description };
}
