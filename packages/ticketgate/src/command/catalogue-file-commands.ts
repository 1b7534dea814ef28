import { resolve } from 'node:path';
import {
  type AnyCommand,
  applyCatalogueFile,
  CatalogueFileInvalid,
  command,
  type CommandContext,
  commentSchema,
  compareCatalogueFile,
  counted,
  DetailedError,
  readCatalogueText,
  withFile,
} from '@ticketgate/admin';
import { ConfigurationError } from '@ticketgate/runtime';
import { optionalMembers, text } from '@ticketgate/sdk/schema';

const words = { file: ['[file]', 'default: catalogue.file of the configuration'] } as const;

const applyCommand = command({
  usage: 'catalogue apply [file]',
  about: 'apply a catalogue file to the database; nothing is removed',
  input: optionalMembers({ file: text(), comment: commentSchema }),
  words,
  run: ({ file, comment }, context) =>
    withCatalogue(file, context, (read) => context.call(applyCatalogueFile, { ...read, comment })),
  print: describeChanges,
});

const diffCommand = command({
  usage: 'catalogue diff [file]',
  about: 'show what "apply" would change, and change nothing',
  input: optionalMembers({ file: text() }),
  words,
  run: ({ file }, context) =>
    withCatalogue(file, context, async ({ catalogue }) => {
      const { isApplicable, diagnostics, changes } = await context.call(compareCatalogueFile, { catalogue });
      if (!isApplicable) throw new DetailedError(new CatalogueFileInvalid(), { diagnostics });
      return { changes };
    }),
  print: describeChanges,
});

/** @throws ConfigurationError with what is wrong in the file */
async function withCatalogue<Result>(
  file: string | undefined,
  { configuration }: CommandContext,
  work: (read: { readonly catalogue: string; readonly file: string }) => Promise<Result>,
): Promise<Result> {
  const chosen = file === undefined ? configuration().configuration.catalogue.file : resolve(file);
  if (chosen === null) throw new ConfigurationError('catalogue.file is null; name a file.');
  const catalogue = await readCatalogueText(chosen);
  return withFile({ file: chosen, text: catalogue }, () => work({ catalogue, file: chosen }));
}

function describeChanges({ changes }: { readonly changes: readonly string[] }): string {
  if (changes.length === 0) return 'Nothing to change: the database has all that the file names.';
  return [...changes, counted(changes.length, 'change.', 'changes.')].join('\n');
}

/** Those that read files. */
export const catalogueCommands: readonly AnyCommand[] = [applyCommand, diffCommand];
