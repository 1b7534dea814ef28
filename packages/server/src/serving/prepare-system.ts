import type { OperationRegistry } from '@ticketgate/gateway';

import { applyCatalogue } from '../catalogue/apply-catalogue.js';
import type { AppliedPart } from '../configuration/configuration.js';
import { adviseIndexes } from '../indexes/advise-indexes.js';
import type { System } from '../system/open-system.js';
import { DefinitionFolder } from '../webservices/definition-folder.js';
import { setUpPlugins } from './set-up-plugins.js';

/** What is done once per start, however many processes serve then: catalogue, plugins, definition files. */
export async function prepareSystem(system: System): Promise<OperationRegistry> {
  await prepareCatalogue(system);
  const operations = await setUpPlugins(system);
  await prepareDefinitions(system, operations);
  await adviseIndexes(system);
  return operations;
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

async function prepareDefinitions(system: System, operations: OperationRegistry): Promise<void> {
  const { folder, watch } = system.configuration.webServices;
  if (folder === null || !mayApply(system, 'webServices')) return;
  const files = new DefinitionFolder(system, folder, operations.types());
  await files.applyAll();
  if (watch) files.watch();
  system.closing.add('the watched files', () => files.close());
}

/** An attached system takes nothing from files unless it is told to (`docs/attached.md`). */
function mayApply({ isAttached, configuration }: System, part: AppliedPart): boolean {
  return !isAttached || configuration.apply.includes(part);
}
