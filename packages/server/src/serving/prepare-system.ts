import { applyCatalogue } from '../catalogue/apply-catalogue.js';
import { adviseIndexes } from '../indexes/advise-indexes.js';
import { appliedFolder, mayApply } from '../system/may-apply.js';
import type { System } from '../system/open-system.js';
import { DefinitionFolder } from '../webservices/definition-folder.js';
import { setUpPlugins, type ReadyOperations } from './set-up-plugins.js';

/** What is done once per start, however many processes serve then: catalogue, plugins, definition files. */
export async function prepareSystem(system: System): Promise<ReadyOperations> {
  await prepareCatalogue(system);
  const ready = await setUpPlugins(system);
  await prepareDefinitions(system, ready.operations.types());
  await adviseIndexes(system);
  return ready;
}

/**
 * Gives root@localhost its first password. This is the last step of a start: what fails before it leaves no password behind
 * that nobody was told.
 *
 * @returns the password, when this start made one
 */
export async function prepareRoot(system: System, password: string | undefined): Promise<string | undefined> {
  const { generated, ignored } = await system.accounts.agents.ensureRootPassword(password);
  if (ignored === true) {
    const reason = system.isAttached ? 'the agents are those of the host system' : 'root@localhost has a password';
    system.logger.info(`TICKETGATE_ROOT_PASSWORD is ignored: ${reason}`);
  }
  return generated;
}

async function prepareCatalogue(system: System): Promise<void> {
  const { file } = system.configuration.catalogue;
  if (file === null || !mayApply(system, 'catalogue')) return;
  for (const change of await applyCatalogue(system, file)) system.logger.info(`catalogue: ${change}`);
}

async function prepareDefinitions(system: System, operationTypes: readonly string[]): Promise<void> {
  const folder = appliedFolder(system);
  if (folder === undefined) return;
  const files = new DefinitionFolder(system, folder, operationTypes);
  await files.applyAll();
  if (system.configuration.webServices.watch) files.watch();
  system.closing.add('the watched files', () => files.close());
}
