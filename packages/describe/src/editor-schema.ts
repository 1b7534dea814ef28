import { isData, type JsonSchema } from '@ticketgate/sdk';

import { mapSubschemas, standardSchema, omit } from '@ticketgate/sdk/schema';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * A schema of ours as editors use it: what the manual says of a key becomes its description, and our own keywords go. Editors show
 * descriptions, complete keys and underline mistakes by it.
 */
export function editorSchema(schema: JsonSchema, title: string): JsonSchema {
  return { $schema: DIALECT, title, ...omit(forEditors(schema), ['$schema', 'title']) };
}

function forEditors(schema: JsonSchema): JsonSchema {
  const { manual } = schema;
  const rest = standardSchema(mapSubschemas(schema, forEditors));
  if (!isData(manual)) return rest;
  const { effect, default: fallback, example } = manual;
  const description = [effect, defaultOf(fallback)]
    .filter((text): text is string => typeof text === 'string' && text !== '')
    .join('\n\n')
    .replaceAll(LINK, '$1');
  return { examples: [example], ...rest, description };
}

/** Links of Markdown: editors show descriptions as plain text. */
const LINK = /\[([^\]]+)\]\([^)]+\)/g;

function defaultOf(fallback: unknown): string {
  if (typeof fallback !== 'string') return '';
  return fallback.startsWith('required') ? `${fallback.replace('r', 'R')}.` : `Default: ${fallback}`;
}
