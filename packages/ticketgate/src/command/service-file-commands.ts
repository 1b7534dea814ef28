import {
  addService,
  type AnyCommand,
  baseWord,
  changeFrom,
  checkDefinition,
  checkText,
  command,
  type CommandContext,
  commentSchema,
  counted,
  showMoment,
  importFile,
  listServiceVersions,
  previewImpact,
  PublishNotAllowed,
  publishService,
  type LooseInput,
  readDefinitionText,
  reportCompatibility,
  nameService,
  showDiagnostics,
  showImpact,
  withFile,
  withoutShown,
} from '@ticketgate/admin';
import { ServiceChanged } from '@ticketgate/database';
import { ConfigurationError, loadPlugins, registerPlugins } from '@ticketgate/runtime';
import { flag, inputObject, integer, oneOf, text, type ValueOf } from '@ticketgate/sdk/schema';

const publishing = inputObject(
  { file: text() },
  { name: text(), base: integer(), force: flag(), dryRun: flag(), report: flag(), comment: commentSchema },
);

const importCommand = command({
  usage: 'service import <file>',
  about: 'save a definition file as a web service, or as the next version of one',
  input: publishing,
  words: {
    name: ['--name <name>', 'name of the web service; default: the name of the file'],
    report: {
      flags: '--report',
      about: 'only say which parts of an export of OTOBO, Znuny or OTRS run here, and what to do about the others',
      conflicts: ['base', 'force', 'dryRun', 'comment'],
    },
    base: baseWord,
    force: ['--force', 'even if that breaks what works in the active version'],
    dryRun: ['--dry-run', 'check the file and show what would change, and do nothing'],
  },
  asks: true,
  run: ({ file, name = nameService(file), report, ...asked }, context) =>
    report === true ? reportFile({ file, name }, context) : publishFile({ file, name, ...asked }, context),
  print: (sentences) => sentences,
});

interface NamedFile {
  readonly file: string;
  /** Of the web service. */
  readonly name: string;
}

/** Checks the file, shows its impact, and then publishes it. */
async function publishFile(
  asked: LooseInput<ValueOf<typeof publishing>> & NamedFile,
  context: CommandContext,
): Promise<string> {
  const { file, name, base, force = false, dryRun, comment = '' } = asked;
  const definition = await readDefinitionText(file, context.configuration());
  return withFile({ file, text: definition }, async () => {
    const impact = await showImpact({ name, definition, file, force }, context);
    if (!impact.mayPublish) throw new PublishNotAllowed();
    if (base !== undefined) await requireBase({ name, definition, base }, context);
    if (dryRun === true) return sayImpact(impact, name);
    const takesAway = impact.changes.some(({ kind }) => kind !== 'added');
    if (takesAway && !(await context.confirm(`Change the web service "${name}" like this?`))) return '';
    const { isChanged, warnings } = await save({ file, name, definition, base, force, comment, ...impact }, context);
    for (const warning of withoutShown(warnings, impact)) context.note(warning);
    return isChanged ? `web service "${name}" saved` : `web service "${name}" is already up to date`;
  });
}

interface Edited {
  readonly name: string;
  readonly definition: string;
}

function sayImpact({ exists, changes, patch }: Awaited<ReturnType<typeof showImpact>>, name: string): string {
  if (!exists) return `The web service "${name}" would be added.`;
  if (changes.length > 0) return `The web service "${name}" would change in ${counted(changes.length, 'way', 'ways')}.`;
  return patch === ''
    ? `The web service "${name}" has this definition already.`
    : `The web service "${name}" would do the same as now.`;
}

/**
 * Shows both sides if another version is current.
 *
 * @throws OperationError `Database.ServiceChanged`
 */
async function requireBase(
  { name, definition, base }: Edited & { readonly base: number },
  { call, note }: CommandContext,
): Promise<void> {
  const [current] = (await call(listServiceVersions, { name, limit: 1 })).items;
  if (current === undefined || current.id === base) return;
  const since = `Changed since version ${base}, last by ${current.author} at ${showMoment(current.time)}:`;
  for (const [title, side] of [
    [since, {}],
    ['Your changes:', { definition }],
  ] as const) {
    const { changes } = await call(previewImpact, { name, from: base, ...side });
    const shown = changes.length === 0 ? ['no change in what it does'] : changes.map(({ sentence }) => sentence);
    note([title, ...shown.map((sentence) => `  ${sentence}`)].join('\n'));
  }
  throw new ServiceChanged({ name });
}

interface Saving extends Edited, NamedFile {
  readonly base: number | undefined;
  readonly force: boolean;
  readonly comment: string;
  readonly exists: boolean;
}

/** The files of this machine are not those of a server elsewhere. */
async function save({ file, name, definition, exists, force, comment, base }: Saving, context: CommandContext) {
  if (!context.isElsewhere) {
    const { system, author } = await context.here();
    const draft = { name, text: definition, file, isForced: force };
    return importFile(system, draft, { author, comment, base });
  }
  const wanted = { name, definition, force, comment };
  if (!exists) return context.call(addService, wanted);
  return changeFrom({ name, base }, context, (from) => context.call(publishService, { ...wanted, base: from }));
}

/** Which parts of an export run. No database is needed, and nothing is changed. */
async function reportFile({ file, name }: NamedFile, context: CommandContext): Promise<string> {
  const definition = await readDefinitionText(file, context.configuration());
  const parts = context.isElsewhere
    ? (await context.call(checkDefinition, { name, definition })).parts
    : await partsHere({ text: definition, file }, context);
  const count = (verdict: string) => parts.filter((each) => each.verdict === verdict).length;
  return [
    ...parts.map(({ part, verdict, notes }) => [`${part}: ${verdict}`, ...notes.map((note) => `  ${note}`)].join('\n')),
    `${count('as it is')} run as they are, ${count('with a note')} with a note, ${count('not served')} are not served.`,
    'Everything is kept: "service export" writes the definition back byte for byte.',
  ].join('\n');
}

async function partsHere(definition: { readonly text: string; readonly file: string }, context: CommandContext) {
  const { configuration, root } = context.configuration();
  const { operations } = registerPlugins(await loadPlugins(configuration.plugins, root), { isCalled: false });
  const { limits, requester } = configuration;
  const checked = { ...definition, mostBytes: limits.definitionBytes, allowedHosts: requester.allowedHosts };
  return reportCompatibility(checked, await checkText(operations, checked));
}

const diffCommand = command({
  usage: 'service diff <left> [right]',
  about: 'compare two definitions, by what they do and line by line; secrets are masked',
  input: inputObject({ left: text() }, { right: text(), only: oneOf(['meaning', 'text']) }),
  words: {
    left: ['<left>', 'a web service (Helpdesk), or one of its versions (Helpdesk@12)'],
    right: [
      '[right]',
      'another one, or a file (helpdesk.yml); default: the current version, or for a web service alone the one before it',
    ],
    only: {
      flags: '--only <part>',
      about: 'meaning: without the lines; text: without the meaning',
      conflicts: ['format'],
    },
  },
  async run({ left, right }, context) {
    const [before, after] = await findSides(left, right, context);
    const { service: name, version: from } = before;
    const { word: file, service, version: to } = after;
    const definition = service === undefined ? await readDefinitionText(file, context.configuration()) : undefined;
    const impact = await context.call(previewImpact, { name, from, definition, service, to, force: true });
    if (definition !== undefined) showDiagnostics(impact, { name, definition, file, force: true }, context);
    const { changes, patch } = impact;
    const names = `--- ${before.word}\n+++ ${file}`;
    return { changes, patch: patch?.replace(/^--- .*\n\+\+\+ .*$/m, () => names) ?? null };
  },
  json: (difference) => difference,
  print({ changes, patch }, { only }) {
    const meaning = changes.length === 0 ? 'They do the same.' : changes.map(({ sentence }) => sentence).join('\n');
    const lines = (patch ?? 'The texts are too different to be compared line by line.').trimEnd();
    if (only !== undefined) return only === 'meaning' ? meaning : lines;
    return patch === '' && changes.length === 0 ? 'They are equal.' : `${meaning}\n\n${lines}`;
  },
});

/** A definition that a word of the command line names. */
interface Side {
  readonly word: string;
  /** Undefined for a file. */
  readonly service?: string;
  readonly version?: number;
}

/** The older side first, which is that of a web service. */
async function findSides(
  left: string,
  right: string | undefined,
  context: CommandContext,
): Promise<[Side & { readonly service: string }, Side]> {
  const { service, ...before } = await findSide(left, context);
  if (service === undefined)
    throw new ConfigurationError(
      `Name the web service first that ${left} is compared with: service diff <service> ${left}`,
    );
  if (right !== undefined) return [{ ...before, service }, await findSide(right, context)];
  const current = { word: service, service };
  if (before.version !== undefined) return [{ ...before, service }, current];
  const [, previous] = (await context.call(listServiceVersions, { name: service, limit: 2 })).items;
  if (previous === undefined)
    throw new ConfigurationError(`The web service "${left}" has only one version. Name what it is compared with.`);
  return [{ word: `${left}@${previous.id}`, service, version: previous.id }, current];
}

async function findSide(word: string, { call }: CommandContext): Promise<Side> {
  if (/\.ya?ml$/i.test(word)) return { word };
  const [, service, version] = /^(.+)@(\d{1,15})$/.exec(word) ?? [];
  if (service === undefined) return { word, service: word };
  const { items } = await call(listServiceVersions, { name: word, limit: 1 }).catch(() => ({ items: [] }));
  // A name may look like a version.
  return items.length > 0 ? { word, service: word } : { word, service, version: Number(version) };
}

/** Those that read files, and more than one version. */
export const serviceCommands: readonly AnyCommand[] = [importCommand, diffCommand];
