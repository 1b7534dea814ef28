import type { SavedService, SaveService, StoredService, VersionNote } from '@ticketgate/database';
import { offMainThread, type DefinitionChange } from '@ticketgate/definition';

import type { AdminSystem, Author } from '../admin-system.js';
import { getService } from './find-service.js';
import { requireMayPublish, ServiceUnknown, requireServiceName } from './service-errors.js';

/** The author of a change, and the reason. */
export interface Change {
  readonly author: Author;
  /** May be empty. */
  readonly comment: string;
  /** The version that the change was made from, or `none`; if another one is current, the change is refused. */
  readonly base?: number | 'none' | undefined;
}

/** `valid` and `invalid` in the table `valid`. */
export const VALID = 1;
export const INVALID = 2;

/** The definition that is served: none of a service that is disabled. */
export function servedText(service: Pick<StoredService, 'validID' | 'config'> | undefined): string | undefined {
  return service?.validID === VALID ? service.config : undefined;
}

/** Serves a service again, or stops that: its requests are then answered as if it did not exist. */
export async function switchService(
  system: AdminSystem,
  { name, isEnabled }: { readonly name: string; readonly isEnabled: boolean },
  change: Change,
): Promise<SavedService> {
  requireMayPublish(system);
  const { config: text } = await getService(system, name);
  const [validID, action] = isEnabled ? [VALID, 'enabled'] : [INVALID, 'disabled'];
  return publishDefinition(system, { name, text, validID, action }, change);
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
  const { config, validID } = await getService(system, name);
  const text = await offMainThread('remove', config, ['Gateway', 'BasePath']);
  const copy = { name: newName, text, validID, action: `copied from ${name}` };
  return publishDefinition(system, copy, { ...change, base: 'none' });
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
  const stamp = versionStamp(system, change, { subject: name, action: 'deleted' });
  const before = { definition: await offMainThread('mask', config) };
  const isRemoved = await system.services.remove(name, { ...stamp, audit: { ...stamp.audit, before } });
  if (!isRemoved) throw new ServiceUnknown({ name });
}

/**
 * Saves a definition that was checked before as the current version, or as a new service.
 *
 * @throws OperationError `Admin.PublishNotAllowed`, `Database.ServiceChanged`
 */
export async function publishDefinition(
  system: AdminSystem,
  { name, text, origin = 'admin', action, ...more }: Publication,
  change: Change,
): Promise<SavedService> {
  requireMayPublish(system);
  const current = await system.services.find(name);
  const isOther = current !== undefined && current.config !== text;
  const changes = isOther ? await offMainThread('compare', current.config, text) : [];
  const stamp = versionStamp(system, change, { subject: name, action, changes });
  return system.services.save({ name, config: text, ...stamp, note: { ...stamp.note, origin }, ...more });
}

/** A definition that becomes a version. */
export interface Publication
  extends
    Pick<SaveService, 'name' | 'file' | 'validID'>,
    Pick<VersionNote, 'action'>,
    Partial<Pick<VersionNote, 'origin'>> {
  readonly text: string;
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
