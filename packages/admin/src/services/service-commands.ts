import { renderCodeFrame } from '@ticketgate/definition';
import { createFileError } from '@ticketgate/runtime';
import { inputObject, optionalMembers, integer, text, type ValueOf } from '@ticketgate/sdk/schema';

import { pageAfter } from '../tasks/pages.js';
import { commentSchema } from '../tasks/schemas.js';
import { type AnswerOf, command, type CommandContext } from '../tasks/task.js';
import { readAndChange } from '../tasks/task-errors.js';
import { showMoment, UnfitWord } from '../tasks/words.js';
import { getServiceVersion, listServiceVersions } from '../versions/list-versions.js';
import { inFile } from './definition-text.js';
import { describeImpact } from './prepare-draft.js';
import { previewImpact } from './preview-impact.js';
import { cloneWebService, rollBackService } from './publish-service.js';
import { wordWarning } from './publish-text.js';
import { changeService, exportService, getWebService, listWebServices, removeService } from './service-tasks.js';

export const serviceList = command({
  usage: 'service list',
  group: 'manage the web services in the database',
  about:
    'list all web services: state, where from, when and by whom changed, routes, warnings, calls of the last 7 days, and what is wrong',
  input: optionalMembers(pageAfter),
  run: (page, { call }) => call(listWebServices, page),
  table: { headings: 'ID NAME STATE FROM CHANGED BY ROUTES WARNINGS CALLS NOTES', cells: showService },
  json: ({ items }) => items.map(({ traffic: _traffic, hasDraft: _hasDraft, ...service }) => service),
});

type Listed = AnswerOf<typeof listWebServices>['items'][number];

function showService({ id, name, state, details, reason, drift }: Listed): readonly string[] {
  const notes = listNotes({ details, reason, drift }).join(' ');
  if (details === undefined) return [String(id ?? '-'), name, state, '-', '-', '-', '-', '-', '-', notes];
  const { origin, version, routes, warnings, calls } = details;
  const changed = [origin ?? '-', version === undefined ? '-' : showMoment(version.time), version?.author ?? '-'];
  return [String(id), name, state, ...changed, String(routes), String(warnings), String(calls), notes];
}

function listNotes({ reason, drift, details }: Pick<Listed, 'reason' | 'drift' | 'details'>): readonly string[] {
  const { lastGoodVersion: good, invokersOff } = details ?? {};
  return [
    ...(reason === undefined ? [] : [reason]),
    ...(good === undefined ? [] : [`Version ${good.id} can be served.`]),
    ...(drift === undefined ? [] : [`drift: ${drift}`]),
    ...(invokersOff === undefined ? [] : [`Events do not call its invokers: ${invokersOff}`]),
  ];
}

export const serviceExport = command({
  usage: 'service export <name>',
  about: 'write the definition of a web service, byte for byte as it is stored',
  input: inputObject({ name: text() }, { frameworkVersion: text() }),
  words: {
    frameworkVersion: ['--framework-version <version>', 'add FrameworkVersion, which hosts write into exported files'],
  },
  run: (asked, { call }) => call(exportService, { ...asked, secrets: true }),
  isFile: true,
  print: (definition) => definition,
});

export const serviceShow = command({
  usage: 'service show <name> [version]',
  about: 'print the definition of a web service, or of one of its versions; secrets are masked',
  input: inputObject({ name: text() }, { version: integer() }),
  words: {
    version: {
      flags: '[version]',
      about: 'as "service history" shows it; default: the current one',
      read: readVersion,
    },
  },
  run: ({ name, version: id }, { call }): Promise<{ readonly definition: string }> =>
    id === undefined ? call(getWebService, { name }) : call(getServiceVersion, { name, id }),
  print: ({ definition }) => definition.replace(/\n$/, ''),
});

const changed = inputObject({ name: text() }, { base: integer(), comment: commentSchema });
export const baseWord = {
  flags: '--base <version>',
  about: 'the version that you started from; the change is refused if another one is current',
  read: readVersion,
} as const;

function readVersion(word: string): number {
  if (/^\d{1,15}$/.test(word)) return Number(word);
  throw new UnfitWord('Write the number of a version, as "ticketgate service history" shows it.');
}

/** A change without `--base` is one of the current version, whichever it is. */
export async function changeFrom<Result>(
  { name, base: given }: { readonly name: string; readonly base?: number | undefined },
  { call }: CommandContext,
  change: (base: number | undefined) => Promise<Result>,
): Promise<Result> {
  if (given !== undefined) return change(given);
  return readAndChange(async () => change((await call(listServiceVersions, { name, limit: 1 })).items[0]?.id));
}

const notesOfChange = ({ warnings }: { readonly warnings: readonly string[] }) => warnings;

function changeTo(
  part: { readonly enabled: boolean } | { readonly name: string },
  { name: service, comment, base: given }: ValueOf<typeof changed>,
  context: CommandContext,
) {
  return changeFrom({ name: service, base: given }, context, (base) =>
    context.call(changeService, { service, base, comment, ...part }),
  );
}

function validityCommand(verb: 'enable' | 'disable', about: string) {
  return command({
    usage: `service ${verb} <name>`,
    about,
    input: changed,
    words: { base: baseWord },
    run: (asked, context) => changeTo({ enabled: verb === 'enable' }, asked, context),
    notes: notesOfChange,
    print: ({ isChanged }, { name }) => `web service "${name}" ${isChanged ? `${verb}d` : `is ${verb}d already`}`,
  });
}

export const serviceEnable = validityCommand('enable', 'serve a web service again');
export const serviceDisable = validityCommand('disable', 'keep a web service, but stop serving it');

export const serviceClone = command({
  usage: 'service clone <name> <new-name>',
  about: 'add a second web service with the same definition, without its BasePath',
  input: inputObject({ name: text(), newName: text() }, { comment: commentSchema }),
  run: ({ name: service, newName: name, comment }, { call }) => call(cloneWebService, { service, name, comment }),
  notes: notesOfChange,
  print: (_saved, { name, newName }) => `web service "${name}" copied to "${newName}"`,
});

export const serviceRename = command({
  usage: 'service rename <name> <new-name>',
  about: 'give a web service another name, which is part of its URL',
  input: inputObject({ name: text(), newName: text() }, { base: integer(), comment: commentSchema }),
  words: { base: baseWord },
  run: ({ newName, ...asked }, context) => changeTo({ name: newName }, asked, context),
  notes: notesOfChange,
  print: (_saved, { name, newName }) => `web service "${name}" renamed to "${newName}"`,
});

export const serviceRollback = command({
  usage: 'service rollback <name> <version>',
  about: 'make an earlier version the current one; the versions since then stay in the history',
  input: inputObject({ name: text(), version: integer() }, { base: integer(), comment: commentSchema }),
  words: { version: { flags: '<version>', about: 'as "service history" shows it', read: readVersion }, base: baseWord },
  async run({ name, version, comment, ...given }, context) {
    const { definition } = await context.call(getServiceVersion, { name, id: version });
    const impact = await showImpact({ name, definition, file: `${name}@${version}`, force: true }, context);
    const { isChanged, warnings } = await changeFrom({ name, ...given }, context, (from) =>
      context.call(rollBackService, { name, version, base: from, comment }),
    );
    return { isChanged, warnings: withoutShown(warnings, impact) };
  },
  notes: notesOfChange,
  print: ({ isChanged }, { name, version }) =>
    isChanged
      ? `web service "${name}" rolled back to version ${version}`
      : `version ${version} of web service "${name}" has the current definition`,
});

type Impact = AnswerOf<typeof previewImpact>;

/** The warnings of a change, without those that its impact has shown. */
export function withoutShown(warnings: readonly string[], { diagnostics }: Pick<Impact, 'diagnostics'>) {
  const shown = new Set(diagnostics.map((each) => wordWarning(each).message));
  return warnings.filter((warning) => !shown.has(warning));
}

interface ShownDefinition {
  readonly name: string;
  readonly definition: string;
  /** The name of the text in what is shown. */
  readonly file: string;
  readonly force: boolean;
}

/**
 * Shows what a definition would change, and its warnings.
 *
 * @throws ConfigurationError showing each error at its line
 */
export async function showImpact(shown: ShownDefinition, context: CommandContext): Promise<Impact> {
  const { name, definition, force } = shown;
  const impact = await context.call(previewImpact, { name, definition, force });
  showDiagnostics(impact, shown, context);
  for (const change of impact.changes) context.note(`  ${describeImpact(change, impact.countedSince)}`);
  return impact;
}

/** Shows the warnings about a definition. @throws ConfigurationError showing each error at its line */
export function showDiagnostics(impact: Impact, { definition, file }: ShownDefinition, { note }: CommandContext): void {
  const diagnostics = impact.diagnostics.map((each) => inFile(each, file));
  const sources = new Map([[file, definition]]);
  if (!impact.isPublishable) throw createFileError(diagnostics, sources);
  if (diagnostics.length > 0) note(renderCodeFrame(diagnostics, sources));
}

export const serviceDelete = command({
  usage: 'service delete <name>',
  alias: 'remove',
  about: 'delete a web service with its versions and its debug log',
  input: changed,
  words: { base: baseWord },
  confirm: {
    question: ({ name }) => `Delete the web service "${name}" with its versions and its debug log?`,
    isStrict: true,
  },
  run: ({ name, comment, ...given }, context) =>
    changeFrom({ name, ...given }, context, (from) => context.call(removeService, { name, base: from, comment })),
  notes: notesOfChange,
  print: (_removed, { name }) => `web service "${name}" deleted`,
});
