import { sha256, type AppliedFile, type StoredService } from '@ticketgate/database';

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
  | 'elsewhere';

export interface Compared {
  /** Content of the file; undefined if it does not exist. */
  readonly text: string | undefined;
  readonly stored: StoredService | undefined;
  readonly applied: AppliedFile | undefined;
  /** The configured one. */
  readonly folder: string;
}

export function compareFile({ text, stored, applied, folder }: Compared): FileRelation {
  if (text === undefined) return applied === undefined ? 'same' : compareMissing(stored, applied, folder);
  if (applied === undefined) return compareUnknown(text, stored);
  if (stored === undefined) return 'removed';
  if (stored.config === text) return isOff(stored) && applied.isDisabled ? 'back' : 'same';
  return isUntouched(stored, applied) ? 'different' : 'changed';
}

function compareUnknown(text: string, stored: StoredService | undefined): FileRelation {
  if (stored === undefined) return 'new';
  return stored.config === text ? 'same' : 'foreign';
}

function compareMissing(stored: StoredService | undefined, applied: AppliedFile, folder: string): FileRelation {
  if (stored === undefined) return 'forgotten';
  // Another installation on this database has a folder of its own.
  if (applied.folder !== null && applied.folder !== folder) return 'elsewhere';
  if (isOff(stored)) return 'gone';
  return applied.isDisabled || !isUntouched(stored, applied) ? 'gone-and-changed' : 'vanished';
}

function isOff({ validID }: StoredService): boolean {
  return validID !== 1;
}

function isUntouched({ config }: StoredService, applied: AppliedFile): boolean {
  return sha256(config) === applied.sha256;
}
