import { readFile } from 'node:fs/promises';
import { accountsCatalogue } from '@ticketgate/accounts';
import { checkDocument, type DecodedText, decodeText, type Diagnostic, hasErrors } from '@ticketgate/definition';
import { isData, type CatalogueSection, type Database, type JsonSchema, type Plugin } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { fileErrors } from '../configuration/file-errors.js';
import type { System } from '../system/open-system.js';

/** The sections of `config/catalogue.yml` that the loaded packages understand, in the order in which they are applied. */
export function catalogueSections(plugins: readonly Plugin[]): readonly CatalogueSection[] {
  return [...accountsCatalogue, ...plugins.flatMap(({ catalogue }) => catalogue ?? [])];
}

/** JSON Schema of the whole file. */
export function catalogueSchema(sections: readonly CatalogueSection[]): JsonSchema {
  return {
    type: ['object', 'null'],
    description: 'a map of sections',
    severity: 'error',
    additionalProperties: false,
    properties: Object.fromEntries(sections.map(({ key, schema }) => [key, withStrictKeys(schema)])),
  };
}

/** Unlike in definitions, an unknown key is an error here: a queue without its group cannot be intended. */
function withStrictKeys(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withStrictKeys);
  if (!isData(schema)) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withStrictKeys(value)]));
  return copy.additionalProperties === false ? { severity: 'error', ...copy } : copy;
}

/** Everything that is wrong with the text of a catalogue file, and its value. */
export function checkCatalogueText(
  text: string,
  file: string,
  sections: readonly CatalogueSection[],
): { readonly diagnostics: readonly Diagnostic[]; readonly value: unknown } {
  return checkDocument(text, { file, schema: catalogueSchema(sections) });
}

async function readCatalogue(file: string): Promise<DecodedText> {
  try {
    return decodeText(await readFile(file), file);
  } catch (cause) {
    throw new ConfigurationError(
      `The catalogue ${file} cannot be read. Correct the path you gave, or catalogue.file in the configuration.`,
      { cause },
    );
  }
}

/**
 * Brings groups, queues, states … to what the file says, in one transaction; what the file does not name stays.
 *
 * @returns one sentence per change, none when everything was so already
 * @throws ConfigurationError with all problems of the file
 */
export async function applyCatalogue(system: System, file: string): Promise<readonly string[]> {
  const apply = await readyToApply(system, file);
  return system.snapshots.change(apply, (changes) => changes.length > 0);
}

/** What applying a file would change: it is applied, and everything is taken back. */
export async function compareCatalogue(system: System, file: string): Promise<readonly string[]> {
  const apply = await readyToApply(system, file);
  let changes: readonly string[] = [];
  const takenBack = new Error('Nothing is to be changed.');
  const attempt = system.database.withTransaction(async (transaction) => {
    changes = await apply(transaction);
    throw takenBack;
  });
  await attempt.catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
  return changes;
}

/** @throws ConfigurationError with all problems of the file */
async function readyToApply(system: System, file: string): Promise<(database: Database) => Promise<readonly string[]>> {
  const sections = catalogueSections(system.plugins);
  const { text, problems } = await readCatalogue(file);
  const { diagnostics, value } = checkCatalogueText(text, file, sections);
  const errors = [...problems, ...diagnostics];
  if (hasErrors(errors)) throw fileErrors(errors, new Map([[file, text]]));
  const entries = isData(value) ? value : {};
  return async (database) => {
    const changes: string[] = [];
    const host = { database, settings: system.settings, now: () => system.now() };
    for (const section of sections) {
      const entry = entries[section.key];
      if (entry !== undefined && entry !== null) changes.push(...(await section.apply(entry, host)));
    }
    return changes;
  };
}
