import { readFile } from 'node:fs/promises';
import { checkDocument, type CheckedDocument, type DecodedText, decodeText, hasErrors } from '@ticketgate/definition';
import type { CatalogueKind } from '@ticketgate/sdk';
import { ConfigurationError, createFileError } from '@ticketgate/runtime';

import { catalogueSchema } from './catalogue-schema.js';

/** Everything that is wrong with the text of a catalogue file, and its value. */
export function checkCatalogueText(text: string, file: string, kinds: readonly CatalogueKind[]): CheckedDocument {
  return checkDocument(text, { file, schema: catalogueSchema(kinds) });
}

/** @throws ConfigurationError with all problems of the file */
export async function readCatalogue(file: string, kinds: readonly CatalogueKind[]): Promise<unknown> {
  const { text, problems } = await readText(file);
  const { diagnostics, value } = checkCatalogueText(text, file, kinds);
  const errors = [...problems, ...diagnostics];
  if (hasErrors(errors)) throw createFileError(errors, new Map([[file, text]]));
  return value;
}

async function readText(file: string): Promise<DecodedText> {
  try {
    return decodeText(await readFile(file), file);
  } catch (cause) {
    throw new ConfigurationError(
      `The catalogue ${file} cannot be read. Correct the path you gave, or catalogue.file in the configuration.`,
      { cause },
    );
  }
}
