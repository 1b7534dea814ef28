import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import { Option, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';
import {
  type DecodedText,
  decodeText,
  type Diagnostic,
  hasErrors,
  parseDefinition,
  renderCodeFrame,
  renderSarif,
  type WebService,
} from '@ticketgate/definition';
import type { Plugin } from '@ticketgate/sdk';
import {
  checkCatalogueText,
  counted,
  knownNames,
  listDefinitionFiles,
  readDefinition,
  readNamedFile,
} from '@ticketgate/admin';
import {
  catalogueKinds,
  checkConfigurationText,
  type CheckedFiles,
  type Configuration,
  ConfigurationError,
  EXIT_CODE,
  findConfigurationFiles,
  invokersOff,
  loadConfiguration,
  loadPlugins,
  registerPlugins,
  reportPlugins,
} from '@ticketgate/runtime';

import { printLine } from './terminal.js';
import { sharedOptions } from './program-options.js';

export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .description(
      'check definitions and configuration: exit code 0 for no errors, 1 for errors, 2 for an unreadable file',
    )
    .argument('[files...]', 'default: the web services and all configuration files')
    .addOption(new Option('--format <format>').choices(['text', 'json', 'sarif']).default('text'))
    .action(async (files, { format }, command) => {
      const { config } = sharedOptions(command);
      const checked = await checkFiles(files, config ?? []);
      if (checked.sources.size === 0)
        throw new ConfigurationError(
          'There is no config/gateway.yml here or above, so nothing was checked. Name the files, or use --config.',
        );
      printLine(renderChecked(checked, format));
      process.exitCode = hasErrors(checked.diagnostics) ? EXIT_CODE.failed : EXIT_CODE.fine;
    });
}

function renderChecked({ diagnostics, sources, notes }: CheckReport, format: string): string {
  if (format === 'json') return JSON.stringify(diagnostics, undefined, 2);
  if (format === 'sarif') return renderSarif(diagnostics);
  const frames = diagnostics.length === 0 ? [] : [renderCodeFrame(diagnostics, sources)];
  return [...frames, ...notes, summarize({ diagnostics, sources })].join('\n');
}

/** For example `2 files, 1 error, 0 warnings`. */
export function summarize({ diagnostics, sources }: CheckedFiles): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const files = counted(sources.size, 'file', 'files');
  return `${files}, ${counted(errors, 'error', 'errors')}, ${counted(diagnostics.length - errors, 'warning', 'warnings')}`;
}

/** The diagnostics, and notes that are not mistakes. */
export interface CheckReport extends CheckedFiles {
  readonly notes: readonly string[];
}

/** The kind of a file decides how it is checked. */
type FileKind = 'definition' | 'configuration' | 'catalogue';

interface Tools {
  readonly plugins: readonly Plugin[];
  /** For definitions. */
  readonly options: Omit<Parameters<typeof parseDefinition>[1], 'file'> & { readonly mostBytes: number };
}

/**
 * Checks files without a database: the named ones, or the configuration with its catalogue and web services.
 *
 * @param configs `--config`, in order
 * @throws ConfigurationError if a file cannot be read
 */
export async function checkFiles(named: readonly string[], configs: readonly string[]): Promise<CheckReport> {
  const { root, files } = findConfigurationFiles(configs, process.env, process.cwd());
  const sources = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const withInvokers: string[] = [];
  const check = async (file: string, kind: FileKind, tools: Tools) => {
    const { text, problems } = await readChecked(file, kind, tools);
    sources.set(file, text);
    const checked = problems.length > 0 ? { diagnostics: problems } : checkOne(text, { file, kind, tools });
    diagnostics.push(...checked.diagnostics);
    if (hasCalledInvokers(checked.webService)) withInvokers.push(basename(file, extname(file)));
  };
  for (const file of files) {
    const isWanted = named.length === 0 || named.some((name) => resolve(name) === file);
    if (isWanted) await check(file, 'configuration', NO_TOOLS);
  }
  // A configuration with errors says nothing about plugins, folders and the catalogue.
  if (hasErrors(diagnostics)) return { diagnostics, sources, notes: [] };
  const { configuration } = loadConfiguration({
    files: configs,
    flags: {},
    environment: process.env,
    workingDirectory: process.cwd(),
  });
  const loaded = await loadPlugins(configuration.plugins, root);
  const { operations, problems } = registerPlugins(loaded);
  const { requester, limits } = configuration;
  const options = {
    secretsOf: [],
    mostBytes: limits.definitionBytes,
    allowedHosts: requester.allowedHosts,
    tokenConfigurations: Object.keys(requester.tokens),
    ...knownNames(operations),
  };
  const tools = { plugins: loaded.plugins, options };
  const report = reportPlugins([...loaded.problems, ...problems], files);
  diagnostics.push(...report.diagnostics);
  for (const [file, text] of report.sources) sources.set(file, text);
  const others = named.length === 0 ? await listFiles(configuration) : named;
  for (const file of others.filter((each) => !sources.has(resolve(each)))) {
    await check(file, resolve(file) === configuration.catalogue.file ? 'catalogue' : 'definition', tools);
  }
  const notes = invokersNote(withInvokers, configuration);
  return { diagnostics, sources, notes: named.length > 0 ? notes : [...folderNote(configuration), ...notes] };
}

function hasCalledInvokers(service: WebService | undefined): boolean {
  return [...(service?.requester?.invokers.values() ?? [])].some(({ events }) => events.length > 0);
}

/** The files that the configuration names: the catalogue and the web services. */
async function listFiles({ catalogue, webServices }: Configuration): Promise<readonly string[]> {
  const definitions = webServices.folder === null ? [] : await listDefinitionFiles(webServices.folder);
  return catalogue.file === null ? definitions : [catalogue.file, ...definitions];
}

/** A folder that does not exist counts as empty. */
function folderNote({ webServices: { folder } }: Configuration): readonly string[] {
  if (folder === null || existsSync(folder)) return [];
  return [`The folder ${folder} does not exist. Create it, or set webServices.folder to another one or to null.`];
}

const NO_TOOLS: Tools = { plugins: [], options: { secretsOf: [], mostBytes: 0 } };

function checkOne(
  text: string,
  { file, kind, tools }: { file: string; kind: FileKind; tools: Tools },
): Pick<CheckReport, 'diagnostics'> & { readonly webService?: WebService | undefined } {
  if (kind === 'configuration') return { diagnostics: checkConfigurationText(text, file).diagnostics };
  if (kind === 'catalogue') {
    return { diagnostics: checkCatalogueText(text, file, catalogueKinds(tools.plugins)).diagnostics };
  }
  return parseDefinition(text, { file, ...tools.options });
}

async function readChecked(file: string, kind: FileKind, { options }: Tools): Promise<DecodedText> {
  if (kind === 'definition') return readDefinition(file, options.mostBytes);
  return decodeText(await readNamedFile(file, (named) => readFile(named)), file);
}

/** Says when events do not, or may not, call the invokers of these web services. Without the database, nobody knows whether it has a host. */
function invokersNote(
  services: readonly string[],
  configuration: Pick<Configuration, 'requester' | 'database'>,
): readonly string[] {
  if (services.length === 0) return [];
  const names = services.join(', ');
  const off = invokersOff({ configuration, isAttached: false });
  if (off !== undefined) return [`Events do not call the invokers of ${names}: ${off}`];
  const whenAttached = invokersOff({ configuration, isAttached: true });
  if (whenAttached === undefined || configuration.database.url === null) return [];
  return [`Where the database is attached to a host, events do not call the invokers of ${names}: ${whenAttached}`];
}
