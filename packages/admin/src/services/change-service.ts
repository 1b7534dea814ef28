import type { SavedService, VersionNote } from '@ticketgate/database';
import { DefinitionEditor } from '@ticketgate/definition';

import type { AdminSystem, Author } from '../admin-system.js';
import { getService, getVersion } from './find-service.js';
import { ServiceUnknown } from './service-errors.js';
import { requireServiceName } from './service-name.js';

/** Who changes a service and why. */
export interface Change {
  readonly author: Author;
  /** May be empty. */
  readonly comment: string;
  /** The version that the change was made from; another current one refuses the change. */
  readonly base?: number | undefined;
}

/** `valid` and `invalid` in the table `valid`. */
const VALID = 1;
const INVALID = 2;

/** Serves a service again. */
export function enableService(system: AdminSystem, name: string, change: Change): Promise<SavedService> {
  return setValidity(system, name, { ...change, validID: VALID, action: 'enabled' });
}

/** Its requests are answered as if there were no such service. */
export function disableService(system: AdminSystem, name: string, change: Change): Promise<SavedService> {
  return setValidity(system, name, { ...change, validID: INVALID, action: 'disabled' });
}

async function setValidity(
  system: AdminSystem,
  name: string,
  { validID, action, ...change }: Change & { readonly validID: number; readonly action: string },
): Promise<SavedService> {
  const { config } = await getService(system, name);
  return system.services.save({ name, config, validID, ...stampOf(system, change, action) });
}

/**
 * Makes an earlier version the current one, as a new version.
 *
 * @throws OperationError `Admin.ServiceUnknown`, `Admin.VersionUnknown`, `Database.ServiceChanged`
 */
export async function rollBack(
  system: AdminSystem,
  { name, version }: { readonly name: string; readonly version: number },
  change: Change,
): Promise<SavedService> {
  const { config } = await getVersion(system, name, version);
  return system.services.save({ name, config, ...stampOf(system, change, `rolled back to version ${version}`) });
}

/**
 * A second service with the same definition. Without its BasePath: only one service can have that.
 *
 * @throws OperationError `Admin.ServiceUnknown`, `Admin.ServiceNameInvalid`, `Database.ServiceNameTaken`
 */
export async function cloneService(
  system: AdminSystem,
  { name, newName }: { readonly name: string; readonly newName: string },
  change: Change,
): Promise<SavedService> {
  requireServiceName(newName);
  const source = await getService(system, name);
  const config = new DefinitionEditor(source.config).remove(['Gateway', 'BasePath']).toString();
  const stamp = stampOf(system, change, `copied from ${name}`);
  return system.services.save({ name: newName, config, validID: source.validID, ...stamp, base: 'none' });
}

/** @throws OperationError `Admin.ServiceUnknown`, `Admin.ServiceNameInvalid`, `Database.ServiceNameTaken`, `Database.ServiceChanged` */
export async function renameService(
  system: AdminSystem,
  { name, newName }: { readonly name: string; readonly newName: string },
  change: Change,
): Promise<SavedService> {
  requireServiceName(newName);
  const saved = await system.services.rename({ name, newName, ...stampOf(system, change, `renamed from ${name}`) });
  if (saved === undefined) throw new ServiceUnknown({ name });
  return saved;
}

/**
 * With its versions and its debug log.
 *
 * @throws OperationError `Admin.ServiceUnknown`, `Database.ServiceChanged`
 */
export async function deleteService(system: AdminSystem, name: string, { base }: Change): Promise<void> {
  if (!(await system.services.remove(name, base))) throw new ServiceUnknown({ name });
}

function stampOf(system: AdminSystem, { author, comment, base }: Change, action: string) {
  const note: VersionNote = { origin: 'admin', action, comment };
  return { userID: author.userID, time: system.time(), note, ...(base === undefined ? {} : { base }) };
}
