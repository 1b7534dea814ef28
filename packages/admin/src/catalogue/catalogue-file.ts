import { yamlFile } from '../tasks/admin-reply.js';
import { readFile } from 'node:fs/promises';
import { explainCause } from '@ticketgate/database';
import { checkDocument, type CheckedDocument, decodeText, hasErrors, offMainThread } from '@ticketgate/definition';
import { ConfigurationError, createFileError } from '@ticketgate/runtime';
import { type CatalogueKind, createError, type Data, isData } from '@ticketgate/sdk';
import { stringify } from 'yaml';
import { flag, inputObject, listOf, objectOf, text } from '@ticketgate/sdk/schema';

import { DetailedError, InputInvalid } from '../tasks/task-errors.js';
import { describeDiagnostics } from '../services/definition-text.js';
import { diagnosticSchema } from '../services/service-schemas.js';
import { commentSchema } from '../tasks/schemas.js';
import { type TaskSystem, task } from '../tasks/task.js';
import { applyCatalogue, compareCatalogue } from './apply-catalogue.js';
import { CatalogueReadOnly, catalogueSchema, type CatalogueSystem, VALID_MEMBER } from './catalogue-system.js';

export const CatalogueFileInvalid = createError(
  'Admin.CatalogueFileInvalid',
  () => 'The catalogue has errors and was not applied. The diagnostics say where, and what to write instead.',
  'Invalid',
);

const NO_ENTRY = 'The catalogue names no entry. Name at least one, for example Groups: [{ Name: support }].';

/** The name that diagnostics give to a text without a file. */
const FILE = 'catalogue.yml';

/** Of a request: a larger one would keep others waiting. A command beside the database takes any size. */
const bodyBytes = 1_000_000;

const catalogueText = text('a catalogue in YAML');

export const exportCatalogueFile = task({
  at: 'GET /catalogue-file',
  needs: 'look',
  mediaType: 'application/yaml',
  summary: 'Exports the whole catalogue as YAML that `POST /catalogue-file/apply` reads, without passwords.',
  input: inputObject({}),
  answer: text(),
  run: (_input, { system }) => renderCatalogue(exportCatalogue(system.catalogue)),
  reply: (text) => yamlFile(text, 'catalogue.yml'),
  command: {
    usage: 'catalogue export',
    about: 'write the catalogue of the database as a file that "apply" reads; passwords are not in it',
    isFile: true,
    print: (text) => text,
  },
});

export const compareCatalogueFile = task({
  at: 'POST /catalogue-file/diff',
  needs: 'look',
  bodyBytes,
  summary: 'Shows what applying a catalogue would change, and its mistakes. Nothing is changed.',
  input: inputObject({ catalogue: catalogueText }),
  answer: objectOf({
    isApplicable: flag('Whether it has no errors.'),
    diagnostics: listOf(diagnosticSchema, 'What is wrong with the catalogue.'),
    changes: listOf(text(), 'What would be changed, a sentence for each entry.'),
  }),
  async run({ catalogue: written }, { system }) {
    const { value, diagnostics, isApplicable } = await readCatalogueFile(system, written);
    const changes = isApplicable ? await compareCatalogue(system.catalogue, value) : [];
    return { isApplicable, diagnostics, changes };
  },
});

export const applyCatalogueFile = task({
  at: 'POST /catalogue-file/apply',
  bodyBytes,
  summary: 'Applies a catalogue: adds and changes entries. Entries that the catalogue does not name stay.',
  input: inputObject(
    { catalogue: catalogueText },
    {
      file: { ...commentSchema, default: FILE, description: 'What it was read from, for the audit log.' },
      comment: commentSchema,
    },
  ),
  answer: objectOf({ changes: listOf(text(), 'What was changed, a sentence for each entry.') }),
  errors: [CatalogueFileInvalid, CatalogueReadOnly],
  async run({ catalogue: written, file: subject, comment }, { system, author }) {
    const { value, diagnostics, isApplicable } = await readCatalogueFile(system, written);
    if (!isApplicable) throw new DetailedError(new CatalogueFileInvalid(), { diagnostics });
    const note = { author, comment, subject };
    return { changes: await applyCatalogue(system.catalogue, value, note) };
  },
});

/** @throws OperationError `Admin.InputInvalid` if it names no entry */
async function readCatalogueFile(system: TaskSystem, written: string) {
  const options = { file: FILE, schema: catalogueSchema(system.catalogue.kinds) };
  const { value, diagnostics } = await offMainThread('document', written, options);
  const isApplicable = !hasErrors(diagnostics);
  const hasEntries = Object.values(isData(value) ? value : {}).some((each) => Array.isArray(each) && each.length > 0);
  if (isApplicable && !hasEntries) throw new InputInvalid({ reason: NO_ENTRY });
  return { value, diagnostics: describeDiagnostics(diagnostics, written), isApplicable };
}

/** Entries that are read at a time. */
const PAGE = 1_000;

/** Some entries of one kind, as a catalogue file has them. */
export interface ExportedPage {
  readonly key: string;
  /** The first page of its kind. */
  readonly isFirst: boolean;
  readonly entries: readonly Data[];
}

/** The whole catalogue, page by page; applied to the same system it changes nothing. Passwords are not in it. */
export async function* exportCatalogue(system: CatalogueSystem): AsyncGenerator<ExportedPage> {
  for (const kind of system.kinds) {
    for (let after: string | undefined, isFirst = true; ; isFirst = false) {
      const entries = await kind.list({ limit: PAGE, after }, system);
      if (isFirst || entries.length > 0) {
        const written = entries.map(({ isValid, values }) => (isValid ? values : { ...values, [VALID_MEMBER]: false }));
        yield { key: kind.key, isFirst, entries: written };
      }
      if (entries.length < PAGE) break;
      after = entries.at(-1)?.name;
    }
  }
}

const HEAD = `# yaml-language-server: $schema=../node_modules/ticketgate/schemas/catalogue.json
# Written by "ticketgate catalogue export"; "ticketgate catalogue apply" reads it. Passwords are not in it.
`;

async function renderCatalogue(pages: AsyncIterable<ExportedPage>): Promise<string> {
  const parts = [HEAD];
  for await (const page of pages) parts.push(renderPage(page));
  return parts.join('');
}

function renderPage({ key, isFirst, entries }: ExportedPage): string {
  if (entries.length === 0) return `\n${key}: []\n`;
  const lines = stringify(entries, { lineWidth: 0 }).trimEnd().split('\n');
  return `${isFirst ? `\n${key}:\n` : ''}${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`;
}

/** Everything that is wrong with the text of a catalogue file, and its value. */
export function checkCatalogueText(text: string, file: string, kinds: readonly CatalogueKind[]): CheckedDocument {
  return checkDocument(text, { file, schema: catalogueSchema(kinds) });
}

/** @throws ConfigurationError with all problems of the file */
export async function readCatalogue(file: string, kinds: readonly CatalogueKind[]): Promise<unknown> {
  const text = await readCatalogueText(file);
  const { diagnostics, value } = checkCatalogueText(text, file, kinds);
  if (hasErrors(diagnostics)) throw createFileError(diagnostics, new Map([[file, text]]));
  return value;
}

/** @throws ConfigurationError if the file cannot be read */
export async function readCatalogueText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    const advice = 'Correct the path you gave, or catalogue.file in the configuration.';
    throw new ConfigurationError(`The catalogue ${file} cannot be read: ${explainCause(cause)}. ${advice}`, { cause });
  });
  const { text, problems } = decodeText(bytes, file);
  if (problems.length > 0) throw createFileError(problems, new Map([[file, text]]));
  return text;
}
