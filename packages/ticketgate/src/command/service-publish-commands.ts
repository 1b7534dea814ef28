import { hasErrors, renderCodeFrame } from '@ticketgate/definition';
import type { CommandUnknownOpts as Command, Command as TypedCommand, OptionValues } from '@commander-js/extra-typings';
import { createFileError, loadPlugins, registerPlugins } from '@ticketgate/runtime';
import {
  type TaskSystem,
  type AdminSystem,
  type Change,
  describeImpact,
  type Draft,
  type DraftText,
  findConflict,
  formatMoment,
  folderOf,
  getService,
  listVersions,
  prepareDraft,
  publishDefinition,
  readDefinition,
  serviceNameOf,
  type PartReport,
  reportCompatibility,
} from '@ticketgate/admin';

import { addChangeOptions, changeFrom, printSideEffects, withAdmin } from './admin-context.js';
import { confirm, printLine, printProgress } from './terminal.js';
import { configurationFor } from './command-context.js';

interface PublishOptions {
  readonly base?: number;
  readonly name?: string;
  readonly force?: boolean;
  readonly dryRun?: true;
  readonly report?: true;
  readonly yes?: true;
}

/** Definitions come from files: as a new service, or as the next version of one. */
export function addServicePublishCommands(service: Command): void {
  const importing = service
    .command('import')
    .description('save a definition file as a web service, or as the next version of one')
    .argument('<file>')
    .option('--name <name>', 'name of the web service; default: the name of the file')
    .option(
      '--report',
      'only say which parts of an export of OTOBO, Znuny or OTRS run here, and what to do about the others',
    );
  addPublishOptions(importing).action(async (file, options, command) => {
    if (options.report === true) {
      await reportFile(file, command);
      return;
    }
    const name = options.name ?? serviceNameOf(file);
    await withAdmin(command, (admin) => publishFile({ admin, command }, { name, file }, options));
  });
  const applying = service
    .command('apply')
    .description('make a definition file the next version of a web service that exists')
    .argument('<name>')
    .argument('<file>');
  addPublishOptions(applying).action(async (...[name, file, options, command]) => {
    await withAdmin(command, async (admin) => {
      await getService(admin, name);
      await publishFile({ admin, command }, { name, file }, options);
    });
  });
}

function addPublishOptions<Args extends unknown[], Options extends OptionValues>(command: TypedCommand<Args, Options>) {
  return addChangeOptions(command)
    .option('--force', 'even if that breaks what works in the active version')
    .option('--dry-run', 'check the file and show what would change, and do nothing')
    .option('--yes', 'do not ask');
}

interface Systems {
  readonly admin: TaskSystem;
  readonly command: Command;
}

/** Check, then what it means, then the change. */
async function publishFile(
  { admin, command }: Systems,
  { name, file }: { readonly name: string; readonly file: string },
  options: PublishOptions,
): Promise<void> {
  // Only looking is allowed everywhere, and needs no author.
  const change = options.dryRun === true ? undefined : await changeFrom(admin, command);
  const { draft, draftText } = await readDraft(admin, { name, file, isForced: options.force === true });
  for (const change of draft.changes) printProgress(`  ${describeImpact(change)}`);
  if (change === undefined) {
    printLine(describeDraft(draft, draftText));
    return;
  }
  const takesAway = draft.changes.some(({ kind }) => kind !== 'added');
  if (takesAway && options.yes !== true && !(await confirm(`Change the web service "${name}" like this?`))) return;
  await printConflict(admin, draftText, options);
  const isChanged = await save(admin, draftText, change);
  printLine(isChanged ? `web service "${name}" saved` : `web service "${name}" is already up to date`);
  await printSideEffects(admin, name);
}

/** @throws ConfigurationError showing each error of the file at its line; warnings go to standard error */
async function readDraft(admin: AdminSystem, { name, file, isForced }: Omit<DraftText, 'text'>) {
  const { text, problems } = await readDefinition(file, admin.definitionBytes);
  const sources = new Map([[file, text]]);
  if (problems.length > 0) throw createFileError(problems, sources);
  const draft = await prepareDraft(admin, { name, text, file, isForced });
  if (hasErrors(draft.diagnostics)) throw createFileError(draft.diagnostics, sources);
  if (draft.diagnostics.length > 0) printProgress(renderCodeFrame(draft.diagnostics, sources));
  return { draft, draftText: { name, text: draft.text, file, isForced } };
}

/** Prints both sides if the change is about to be refused. */
async function printConflict(admin: AdminSystem, { name, text }: DraftText, { base }: PublishOptions): Promise<void> {
  if (base === undefined) return;
  const [current] = await listVersions(admin, name, { limit: 1 });
  if (current === undefined || current.id === base) return;
  const { theirs, yours } = await findConflict(admin, { name, base, text });
  const sides = [
    [
      `Changed since version ${base}, last by ${current.author} at ${formatMoment(current.time.toISOString())}:`,
      theirs,
    ],
    ['Your changes:', yours],
  ] as const;
  for (const [title, changes] of sides) {
    const sentences = changes.length === 0 ? ['no change in what it does'] : changes.map((each) => each.sentence);
    printProgress([title, ...sentences.map((sentence) => `  ${sentence}`)].join('\n'));
  }
}

function describeDraft({ current, changes }: Draft, { name, text }: DraftText): string {
  if (current === undefined) return `The web service "${name}" would be added.`;
  if (current.config === text) return `The web service "${name}" has this definition already.`;
  return changes.length === 0
    ? `The web service "${name}" would do the same as now.`
    : `The web service "${name}" would change in ${changes.length} ways.`;
}

/** Importing the file that a service is applied from counts as applying it; a service that was disabled without its file is enabled again. */
async function save(admin: TaskSystem, draft: DraftText, change: Change): Promise<boolean> {
  const { name, text, file } = draft;
  const folder = folderOf(admin, file, name);
  const applied = await admin.services.files.find(name);
  const publication = {
    name,
    text,
    origin: 'import',
    action: `imported from ${file}`,
    file: folder === undefined ? undefined : { ...folder, isGone: false },
    validID: applied?.isDisabled === true ? 1 : undefined,
  } as const;
  const { isChanged } = await publishDefinition(admin, publication, change);
  return isChanged;
}

/** `service import --report`: what of an export runs here. No database is needed, and nothing is changed. */
async function reportFile(file: string, command: Command): Promise<void> {
  const { configuration, root } = configurationFor(command);
  const { definitionBytes: mostBytes } = configuration.limits;
  const { text, problems } = await readDefinition(file, mostBytes);
  if (problems.length > 0) throw createFileError(problems, new Map([[file, text]]));
  const { operations } = registerPlugins(await loadPlugins(configuration.plugins, root));
  const parts = await reportCompatibility(
    { text, file, mostBytes, allowedHosts: configuration.requester.allowedHosts },
    operations,
  );
  for (const part of parts) printLine(describePart(part));
  const count = (verdict: PartReport['verdict']) => parts.filter((each) => each.verdict === verdict).length;
  printLine(
    `${count('as it is')} run as they are, ${count('with a note')} with a note, ${count('not served')} are not served.`,
  );
  printLine('Everything is kept: "service export" writes the definition back byte for byte.');
}

function describePart({ part, verdict, notes }: PartReport): string {
  return [`${part}: ${verdict}`, ...notes.map((note) => `  ${note}`)].join('\n');
}
