import { hasErrors, offMainThread } from '@ticketgate/definition';
import { createError } from '@ticketgate/sdk';

import { DetailedError } from '../api/api-errors.js';
import { describeDiagnostics } from '../services/describe-diagnostics.js';
import { applyCatalogue, compareCatalogue } from './apply-catalogue.js';
import { CatalogueReadOnly } from './catalogue-errors.js';
import { exportCatalogue, renderCatalogue } from './export-catalogue.js';
import { catalogueSchema as catalogueSchemaOf } from './catalogue-schema.js';
import { defineAction, type ActionSystem } from '../tasks/action.js';
import { inputObject, flag, listOf, objectOf, text } from '../tasks/schemas.js';
import { commentSchema, diagnosticSchema } from '../services/service-schemas.js';

export const CatalogueFileInvalid = createError(
  'Admin.CatalogueFileInvalid',
  () => 'The catalogue has errors and was not applied. The diagnostics say where, and what to write instead.',
  'Invalid',
);

/** The name that diagnostics give to a text without a file. */
const FILE = 'catalogue.yml';

/** Characters; reading more than that would keep other requests waiting. The command takes any size. */
const MOST_CHARACTERS = 500_000;

const catalogueSchema = { type: 'string', maxLength: MOST_CHARACTERS, description: 'a catalogue in YAML' } as const;

export const exportCatalogueFile = defineAction({
  summary: 'Exports the whole catalogue as YAML that `POST /catalogue-file/apply` reads, without passwords.',
  input: inputObject({}),
  answer: text,
  run: (_input, { system }) => renderCatalogue(exportCatalogue(system.catalogue)),
});

export const compareCatalogueFile = defineAction({
  summary: 'Shows what applying a catalogue would change, and its mistakes. Nothing is changed.',
  input: inputObject({ catalogue: catalogueSchema }),
  answer: objectOf({ isApplicable: flag, diagnostics: listOf(diagnosticSchema), changes: listOf(text) }),
  async run({ catalogue: written }, { system }) {
    const { value, diagnostics, isApplicable } = await read(system, written);
    const changes = isApplicable ? await compareCatalogue(system.catalogue, value) : [];
    return { isApplicable, diagnostics, changes };
  },
});

export const applyCatalogueFile = defineAction({
  summary: 'Applies a catalogue: adds and changes entries. Entries that the catalogue does not name stay.',
  input: inputObject({ catalogue: catalogueSchema }, { comment: commentSchema }),
  answer: objectOf({ changes: listOf(text) }),
  errors: [CatalogueFileInvalid, CatalogueReadOnly],
  async run({ catalogue: written, comment }, { system, author }) {
    const { value, diagnostics, isApplicable } = await read(system, written);
    if (!isApplicable) throw new DetailedError(new CatalogueFileInvalid(), { diagnostics });
    const note = { author, comment, subject: FILE };
    return { changes: await applyCatalogue(system.catalogue, value, note) };
  },
});

async function read(system: ActionSystem, written: string) {
  const options = { file: FILE, schema: catalogueSchemaOf(system.catalogue.kinds) };
  const { value, diagnostics } = await offMainThread('document', written, options);
  return {
    value,
    diagnostics: describeDiagnostics(diagnostics, written),
    isApplicable: !hasErrors(diagnostics),
  };
}
