import type { FileNote, SavedService, SaveService, VersionNote } from '@ticketgate/database';
import { offMainThread, type DefinitionChange } from '@ticketgate/definition';

import type { AdminSystem, Author } from '../admin-system.js';
import { getService, getVersion } from './find-service.js';
import { requireMayPublish, ServiceUnknown, requireServiceName } from './service-errors.js';

/** The author of a change, and the reason. */
export interface Change {
  readonly author: Author;
  /** May be empty. */
  readonly comment: string;
  /** The version that the change was made from, or that there was none; anything else that is current refuses the change. */
  readonly base?: number | 'none' | undefined;
}

/** `valid` and `invalid` in the table `valid`. */
export const VALID = 1;
export const INVALID = 2;

/** Serves a service again, or stops that: its requests are answered as if it did not exist. */
export async function switchService(
  system: AdminSystem,
  { name, isEnabled }: { readonly name: string; readonly isEnabled: boolean },
  change: Change,
): Promise<SavedService> {
  requireMayPublish(system);
  const { config } = await getService(system, name);
  const [validID, action] = isEnabled ? [VALID, 'enabled'] : [INVALID, 'disabled'];
  return system.services.save({ name, config, validID, ...versionStamp(system, change, { subject: name, action }) });
}

/**
 * Makes an earlier version the current one, as a new version.
 *
 * @throws OperationError `Admin.PublishNotAllowed`, `Admin.ServiceUnknown`, `Admin.VersionUnknown`, `Database.ServiceChanged`
 */
export async function goBack(
  system: AdminSystem,
  { name, version }: { readonly name: string; readonly version: number },
  change: Change,
): Promise<SavedService> {
  requireMayPublish(system);
  const { config, number } = await getVersion(system, name, version);
  const changes = await offMainThread('compare', (await getService(system, name)).config, config);
  const action = `rolled back to version ${number}`;
  return system.services.save({ name, config, ...versionStamp(system, change, { subject: name, action, changes }) });
}

/**
 * Adds a second service with the same definition, but without its BasePath, which must be unique.
 *
 * @throws OperationError `Admin.PublishNotAllowed`, `Admin.ServiceUnknown`, `Admin.ServiceNameInvalid`, `Database.ServiceNameTaken`
 */
export async function cloneService(
  system: AdminSystem,
  { name, newName }: { readonly name: string; readonly newName: string },
  change: Change,
): Promise<SavedService> {
  requireMayPublish(system);
  requireServiceName(newName);
  const source = await getService(system, name);
  const config = await offMainThread('remove', source.config, ['Gateway', 'BasePath']);
  const stamp = versionStamp(system, change, { subject: newName, action: `copied from ${name}` });
  return system.services.save({ name: newName, config, validID: source.validID, ...stamp, base: 'none' });
}

/** @throws OperationError as {@link cloneService}, and `Database.ServiceChanged` */
export async function renameService(
  system: AdminSystem,
  { name, newName }: { readonly name: string; readonly newName: string },
  change: Change,
): Promise<SavedService> {
  requireMayPublish(system);
  requireServiceName(newName);
  const stamp = versionStamp(system, change, { subject: name, action: `renamed from ${name}` });
  const saved = await system.services.rename({ name, newName, ...stamp });
  if (saved === undefined) throw new ServiceUnknown({ name });
  return saved;
}

/**
 * Deletes a service with its versions and its debug log.
 *
 * @throws OperationError `Admin.PublishNotAllowed`, `Admin.ServiceUnknown`, `Database.ServiceChanged`
 */
export async function deleteService(system: AdminSystem, name: string, change: Change): Promise<void> {
  requireMayPublish(system);
  const { config } = await getService(system, name);
  // Its versions go with it: the audit log keeps what was served last.
  const { audit } = versionStamp(system, change, { subject: name, action: 'deleted' });
  const before = { definition: await offMainThread('mask', config) };
  const { base } = change;
  const isRemoved = await system.services.remove(name, {
    audit: { ...audit, before },
    ...(base === undefined ? {} : { base }),
  });
  if (!isRemoved) throw new ServiceUnknown({ name });
}

/**
 * Saves a definition that was checked before as the current version, or as a new service.
 *
 * @throws OperationError `Admin.PublishNotAllowed`, `Database.ServiceChanged`
 */
export async function publishDefinition(
  system: AdminSystem,
  { name, text, origin, action, file, validID }: Publication,
  change: Change,
): Promise<SavedService> {
  requireMayPublish(system);
  const current = await system.services.find(name);
  const changes = current === undefined ? [] : await offMainThread('compare', current.config, text);
  const stamp = versionStamp(system, change, { subject: name, action, changes });
  return system.services.save({
    name,
    config: text,
    ...stamp,
    note: { ...stamp.note, origin },
    ...(validID === undefined ? {} : { validID }),
    ...(file === undefined ? {} : { file }),
  });
}

/** A definition that becomes a version. */
export interface Publication extends Pick<VersionNote, 'origin' | 'action'> {
  readonly name: string;
  readonly text: string;
  /** The definition file that it comes from, where that is applied on its own too. */
  readonly file?: FileNote | undefined;
  /** Default: as it is, 1 for a new service. */
  readonly validID?: number | undefined;
}

interface StampParts {
  readonly subject: string;
  readonly action: string;
  readonly changes?: readonly DefinitionChange[];
}

/** Changes that the audit log lists; the versions have the rest. */
const MOST_CHANGES = 100;

function versionStamp(
  system: AdminSystem,
  { author, comment, base }: Change,
  { subject, action, changes = [] }: StampParts,
): Required<Pick<SaveService, 'userID' | 'time' | 'note' | 'audit'>> & Pick<SaveService, 'base'> {
  const note: VersionNote = { origin: 'admin', action, comment };
  const sentences = changes.slice(0, MOST_CHANGES).map(({ sentence }) => sentence);
  const after = sentences.length === 0 ? {} : { changes: sentences };
  const audit = { author: author.login, action: `service ${action}`, subject, comment, after, source: author.source };
  return { userID: author.userID, time: system.time(), note, audit, ...(base === undefined ? {} : { base }) };
}
