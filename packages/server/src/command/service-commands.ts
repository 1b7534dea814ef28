import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { OperationRegistry } from '@ticketgate/gateway';
import {
  exportDefinition,
  hasErrors,
  parseDefinition,
  renderCodeFrame,
  type DecodedText,
} from '@ticketgate/definition';

import { knownOf } from '../checking/check-files.js';
import { ConfigurationError } from '../configuration/configuration-error.js';
import { fileErrors } from '../configuration/file-errors.js';
import { registerPlugins } from '../plugins/register-plugins.js';
import type { System } from '../system/open-system.js';
import { readDefinitionFile, serviceNameOf } from '../webservices/definition-files.js';
import { findDrift, folderOf } from '../webservices/find-drift.js';
import { listServices, type ListedService } from '../webservices/list-services.js';
import { withSystem } from './command-context.js';
import { formatOption, isName } from './program-options.js';
import { renderTable, say, sayProgress } from './terminal.js';

export function addServiceCommands(program: Command): void {
  const service = program.command('service').description('the web services in the database');
  service
    .command('list')
    .description(
      'list all web services: served, disabled or not servable and why, and how they differ from their files',
    )
    .addOption(formatOption())
    .action(async ({ format }: { format: string }, command: Command) => {
      await withSystem(command, async (system) => {
        const rows = await listServices(system, registerOperations(system));
        say(format === 'json' ? JSON.stringify(rows, undefined, 2) : renderTable(rows.map(cellsOf)));
      });
    });
  service
    .command('import')
    .description('save a definition file as a new version of a web service')
    .argument('<file>')
    .option('--name <name>', 'name of the web service; default: the name of the file')
    .option('--force', 'even if that breaks what works in the active version')
    .action(async (file: string, { name, force }: ImportOptions, command: Command) => {
      const options = { file, name: name ?? serviceNameOf(file), isForced: force === true };
      await withSystem(command, (system) => importService(system, options));
    });
  addExportCommand(service);
  service
    .command('remove')
    .description('remove a web service with its versions and its debug log')
    .argument('<name>')
    .action(async (name: string, _options: unknown, command: Command) => {
      await withSystem(command, async (system) => {
        if (!(await system.services.remove(name))) throw unknownService(name);
        say(`web service "${name}" removed`);
        await sayDrift(system, name);
      });
    });
}

/** The operations that definitions may name; what is wrong with plugins goes to standard error. */
function registerOperations({ plugins }: System): OperationRegistry {
  const { operations, problems } = registerPlugins(plugins);
  for (const { message } of problems) sayProgress(message);
  return operations;
}

function cellsOf({ id, name, state, reason = '', drift }: ListedService): readonly string[] {
  return [String(id ?? '-'), name, state, reason, drift === undefined ? '' : `drift: ${drift}`];
}

/** On standard error: it is not what the command was asked for. */
async function sayDrift(system: System, name: string): Promise<void> {
  const drift = await findDrift(system, name);
  if (drift !== undefined) sayProgress(drift);
}

interface ImportOptions {
  readonly name?: string;
  readonly force?: boolean;
}

interface Import {
  readonly file: string;
  readonly name: string;
  readonly isForced: boolean;
}

async function importService(system: System, { file, name, isForced }: Import): Promise<void> {
  if (!isName(name)) {
    throw new ConfigurationError(
      `"${name}" cannot be the name of a web service: it is part of its URL. Use 1 to 200 characters without "/", "?" and "#", for example --name Helpdesk.`,
    );
  }
  const { text, problems } = await readText(file);
  const sources = new Map([[file, text]]);
  if (problems.length > 0) throw fileErrors(problems, sources);
  const known = knownOf(registerOperations(system));
  const stored = isForced ? undefined : await system.services.find(name);
  const served = stored?.validID === 1 ? stored.config : undefined;
  const { diagnostics } = parseDefinition(text, { file, served, ...known });
  if (hasErrors(diagnostics)) throw fileErrors(diagnostics, sources);
  if (diagnostics.length > 0) sayProgress(renderCodeFrame(diagnostics, sources));
  const isChanged = await saveImport(system, { name, file, text });
  say(isChanged ? `web service "${name}" saved` : `web service "${name}" is already up to date`);
  await sayDrift(system, name);
}

/** Importing the file that a service is applied from counts as applying it; a service that was disabled without its file is enabled again. */
async function saveImport(
  system: System,
  { name, file, text }: { readonly name: string; readonly file: string; readonly text: string },
): Promise<boolean> {
  const folder = folderOf(system, file, name);
  const applied = await system.services.files.find(name);
  const { isChanged } = await system.services.save({
    name,
    config: text,
    userID: 1,
    time: system.formatTime(system.now()),
    ...(applied?.isDisabled === true ? { validID: 1 } : {}),
    ...(folder === undefined ? {} : { file: { folder, isGone: false } }),
  });
  return isChanged;
}

async function readText(file: string): Promise<DecodedText> {
  try {
    return await readDefinitionFile(file);
  } catch (cause) {
    throw new ConfigurationError(`The file ${file} cannot be read. Correct the path.`, { cause });
  }
}

function addExportCommand(service: Command): void {
  service
    .command('export')
    .description('write the definition of a web service, byte for byte as it is stored')
    .argument('<name>')
    .option('--output <file>', 'default: standard output')
    .option('--framework-version <version>', 'add FrameworkVersion, which hosts write into exported files')
    .action(async (name: string, options: { output?: string; frameworkVersion?: string }, command: Command) => {
      await withSystem(command, async ({ services }) => {
        const found = await services.find(name);
        if (found === undefined) throw unknownService(name);
        const { output, frameworkVersion } = options;
        const text =
          frameworkVersion === undefined ? found.config : exportDefinition(found.config, { frameworkVersion });
        if (output === undefined) process.stdout.write(text);
        else await writeText(output, text);
      });
    });
}

async function writeText(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    throw new ConfigurationError(`The file ${file} cannot be written. Correct the path of --output.`, { cause });
  }
}

function unknownService(name: string): ConfigurationError {
  return new ConfigurationError(`There is no web service "${name}". "ticketgate service list" shows all of them.`);
}
