import { hostname } from 'node:os';
import {
  adviseIndexes,
  appliedFolder,
  applyCatalogue,
  openCatalogueSystem,
  DefinitionFolder,
  folderPlace,
  findAuthor,
  maintainTextIndex,
  mayApply,
  readCatalogue,
} from '@ticketgate/admin';
import { type ReadyOperations, setUpPlugins, type System } from '@ticketgate/runtime';
import { analyzeGrownTables } from '@ticketgate/database';

import { startMaintenanceJobs } from './maintenance-jobs.js';

/** Milliseconds between two checks of how much the tables have grown. */
const CHECK_INTERVAL = 1_000;

/** Analyzes tables that grow quickly, so that the planner has current statistics. A host looks after its own tables. */
function analyzeGrowingTables({ isAttached, database, closing }: System): void {
  if (isAttached) return;
  closing.repeat('the analysis of tables that grow', CHECK_INTERVAL, () => analyzeGrownTables(database));
}

/** The steps of a start that are done once, however many processes serve then: catalogue, plugins, definition files, maintenance jobs. */
export async function prepareSystem(system: System): Promise<ReadyOperations> {
  await prepareCatalogue(system);
  const ready = await setUpPlugins(system);
  await prepareDefinitions(system, ready.operations.types());
  await adviseIndexes(system);
  startMaintenanceJobs(system);
  analyzeGrowingTables(system);
  maintainTextIndex(system);
  return ready;
}

/** First passwords that somebody chose. */
export interface FirstPasswords {
  /** The password of `root@localhost`. */
  readonly rootPassword?: string | undefined;
  /** The password of `api_agent`, whom the shipped catalogue creates. */
  readonly apiPassword?: string | undefined;
}

/** An agent, and the password that a start made for it. */
export interface GeneratedPassword {
  readonly login: string;
  readonly password: string;
}

/**
 * Gives the agents of a new system their first passwords. This is the last step of a start: if an earlier one fails, there is no password
 * that nobody has seen.
 *
 * @returns those that this start made
 */
export async function preparePasswords(
  system: System,
  { rootPassword, apiPassword }: FirstPasswords,
): Promise<readonly GeneratedPassword[]> {
  const agents = [
    { login: 'root@localhost', wanted: rootPassword, variable: 'TICKETGATE_ROOT_PASSWORD' },
    { login: 'api_agent', wanted: apiPassword, variable: 'TICKETGATE_API_PASSWORD' },
  ];
  const made: GeneratedPassword[] = [];
  for (const { login, wanted, variable } of agents) {
    const { generated, ignored } = await system.accounts.agents.ensureFirstPassword(login, wanted);
    if (generated !== undefined) made.push({ login, password: generated });
    if (ignored !== true) continue;
    const reason = system.isAttached ? 'the host system manages the agents' : `${login} has a password, or is absent`;
    system.logger.info(`${variable} is ignored: ${reason}`);
  }
  return made;
}

async function prepareCatalogue(system: System): Promise<void> {
  const { file } = system.configuration.catalogue;
  if (file === null || !mayApply(system, 'catalogue')) return;
  const { accounts, logger } = system;
  const catalogue = openCatalogueSystem(system);
  const entries = await readCatalogue(file, catalogue.kinds);
  const source = `start of a server on ${hostname()}`;
  const author = await findAuthor({ directory: () => accounts.directory() }, { login: undefined, source });
  const onKept = (sentence: string) => logger.warn(`catalogue: ${sentence}`);
  const changes = await applyCatalogue(catalogue, entries, { author, comment: '', subject: file, onKept });
  for (const change of changes) logger.info(`catalogue: ${change}`);
}

async function prepareDefinitions(system: System, operationTypes: readonly string[]): Promise<void> {
  const folder = appliedFolder(system);
  if (folder === undefined) return;
  const files = new DefinitionFolder(system, folderPlace(folder), operationTypes);
  await files.applyAll();
  if (system.configuration.webServices.watch) files.watch();
  system.closing.add('the watched files', () => files.close());
}
