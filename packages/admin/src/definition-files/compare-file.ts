import { sha256, type AppliedFile, type StoredService } from '@ticketgate/database';

import type { FolderView } from './folder-view.js';

/**
 * How a web service and its definition file relate (`docs/operating.md`). The file is compared with what was last applied from it, and so
 * is the service: a change by anybody else is never overwritten.
 */
export type FileRelation =
  /** Nothing is to be done. */
  | 'same'
  /** The file is to be applied: for the first time, because it differs, or because it is there again. */
  | 'new'
  | 'different'
  | 'back'
  /** The file is gone, and its service is to be disabled. */
  | 'vanished'
  /** Neither the file nor the service exists any more. */
  | 'forgotten'
  | Drift;

/** Nothing is done, and an administrator should know. */
export type Drift =
  /** A service with this name exists that no file created. */
  | 'foreign'
  /** The service was changed otherwise since its file was applied. */
  | 'changed'
  /** The service was removed, its file is still there. */
  | 'removed'
  /** The file is gone, and the service is disabled. */
  | 'gone'
  /** The file is gone, but the service was changed otherwise since. */
  | 'gone-and-changed'
  /** The file was in another folder than the one that is configured. */
  | 'elsewhere'
  /** The file has a content that another machine has replaced since. */
  | 'outdated'
  /** The file is gone here, but another machine has it, or has applied it. */
  | 'held'
  | 'missing-here';

export interface Compared {
  /** Content of the file; undefined if it does not exist. */
  readonly text: string | undefined;
  readonly stored: StoredService | undefined;
  readonly applied: AppliedFile | undefined;
  readonly view: FolderView;
}

export function compareFile({ text, stored, applied, view }: Compared): FileRelation {
  if (text === undefined) return applied === undefined ? 'same' : compareMissing(stored, applied, view);
  if (applied === undefined) return compareUnknown(text, stored);
  if (stored === undefined) return 'removed';
  if (stored.config === text) return isDisabled(stored) && applied.isDisabled ? compareReturned(applied, view) : 'same';
  if (!isUntouched(stored, applied)) return 'changed';
  return isOutdated(applied, view) ? 'outdated' : 'different';
}

/** Each content is applied once. It is wanted again only where it replaces what this machine had in step with the service. */
function isOutdated({ serviceName, sha256: current }: AppliedFile, { applied, last }: FolderView): boolean {
  return applied.has(serviceName) && last?.[serviceName] !== current;
}

/** A machine whose file was never gone does not bring back what another one has removed. */
function compareReturned({ serviceName, machine }: AppliedFile, view: FolderView): FileRelation {
  const wasGone = view.last === undefined ? isBy(machine, view) : view.last[serviceName] === undefined;
  return wasGone ? 'back' : 'outdated';
}

/** Earlier versions did not note which machine applies a file. */
function isBy(machine: string | null, view: FolderView): boolean {
  return machine === null || machine === view.machine;
}

function compareUnknown(text: string, stored: StoredService | undefined): FileRelation {
  if (stored === undefined) return 'new';
  return stored.config === text ? 'same' : 'foreign';
}

function compareMissing(stored: StoredService | undefined, applied: AppliedFile, view: FolderView): FileRelation {
  if (stored === undefined) return 'forgotten';
  // Another installation on this database has a folder of its own.
  if (applied.folder !== null && applied.folder !== view.folder) return 'elsewhere';
  if (isDisabled(stored)) return 'gone';
  if (applied.isDisabled || !isUntouched(stored, applied)) return 'gone-and-changed';
  if (view.others.some(({ files }) => files[applied.serviceName] !== undefined)) return 'held';
  return isBy(applied.machine, view) ? 'vanished' : 'missing-here';
}

function isDisabled({ validID }: StoredService): boolean {
  return validID !== 1;
}

function isUntouched({ config }: StoredService, applied: AppliedFile): boolean {
  return sha256(config) === applied.sha256;
}
