import { join, resolve } from 'node:path';
import { type AppliedFile, type FolderPlace, sha256, type StoredService } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';
import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import { VALID } from '../services/change-service.js';
import { appliedFolder, folderPlace, readDefinitionFiles, nameService } from './definition-files.js';

/** The folder here that `path` is applied from as the file of the service `name`; undefined when it is not. */
export function findFolder(system: System, path: string, name: string): FolderPlace | undefined {
  const folder = appliedFolder(system);
  const isItsFile = folder !== undefined && resolve(path, '..') === resolve(folder) && nameService(path) === name;
  return isItsFile ? folderPlace(folder) : undefined;
}

/** How a service differs from its file after a command has changed it, and what to do about that. */
export async function findDrift(system: System, name: string): Promise<Message | undefined> {
  const folder = appliedFolder(system);
  if (folder === undefined) return undefined;
  const { services } = system;
  const files = await readDefinitionFiles(folder, system.configuration.limits.definitionBytes);
  const file = files.find((each) => each.name === name);
  const [stored, applied] = [await services.find(name), await services.files.find(name)];
  const relation = compareFile({ text: file?.text, stored, applied, place: folderPlace(folder) });
  if (relation === 'forgotten') await services.files.forget(name);
  if (!isDrift(relation)) return undefined;
  const path = file?.path ?? join(folder, `${name}.yml`);
  return say('drift.found', { path, drift: DRIFTS[relation], advice: driftAdvice(relation, { name, path }) });
}

const DRIFTS = {
  foreign: 'not created by a file; the file with its name is not applied',
  changed: 'changed elsewhere since its file was applied; the file is not applied',
  removed: 'removed; its file does not restore it',
  gone: 'its file is gone, so it is disabled',
  'gone-and-changed': 'its file is gone; it was changed elsewhere since, so it stays',
  elsewhere: 'created by a file in another folder',
  outdated: 'its file has an older content than another machine has applied since; it is not applied',
  'missing-here': 'its file is missing on this machine, but another one has applied it; the service stays',
} as const;

export function isDrift(relation: FileRelation): relation is Drift {
  return relation in DRIFTS;
}

/** How a service and its file differ, in one line; undefined when they do not. */
export function describeDrift(relation: FileRelation): string | undefined {
  if (isDrift(relation)) return DRIFTS[relation];
  if (relation === 'vanished') return 'its file is gone; a server that starts or watches disables it';
  const isWaiting = relation === 'new' || relation === 'different';
  return isWaiting ? 'its file is not applied yet' : undefined;
}

const say = declareMessages({
  'drift.found': `{path}: {drift}\n{advice}`,
  'drift.import-or-remove': `To use the file, run: ticketgate service import {path}\nOtherwise remove the file.`,
  'drift.import-or-export': `To use the file, run: ticketgate service import {path}\nTo keep the service, run: ticketgate service export {name} --output {path}`,
  'drift.export-or-delete': `To restore the file, run: ticketgate service export {name} --output {path}\nTo remove the service, run: ticketgate service delete {name}`,
});

/** The commands that end a drift. */
export function driftAdvice(drift: Drift, { name, path }: { readonly name: string; readonly path: string }): Message {
  if (drift === 'removed') return say('drift.import-or-remove', { path });
  const hasFile = drift === 'foreign' || drift === 'changed' || drift === 'outdated';
  return say(hasFile ? 'drift.import-or-export' : 'drift.export-or-delete', { name, path });
}

/**
 * How a web service and its definition file relate (`docs/operating.md`). The file is compared with what was last applied from it, and so
 * is the service: a change by anybody else is never overwritten.
 */
export type FileRelation =
  /** Nothing is to be done. */
  | 'same'
  /** The file is to be applied: for the first time, or because it differs or is there again. */
  | 'new'
  | 'different'
  /** The file is gone, and its service is to be disabled. */
  | 'vanished'
  /** Neither the file nor the service exists any more. */
  | 'forgotten'
  | Drift;

/** Nothing is done, and an administrator should know. */
export type Drift = keyof typeof DRIFTS;

export interface Compared {
  /** Content of the file; undefined if it does not exist. */
  readonly text: string | undefined;
  readonly stored: StoredService | undefined;
  readonly applied: AppliedFile | undefined;
  readonly place: FolderPlace;
}

export function compareFile({ text, stored, applied, place }: Compared): FileRelation {
  if (text === undefined) return applied === undefined ? 'same' : compareMissing(stored, applied, place);
  if (applied === undefined) return compareUnknown(text, stored);
  if (stored === undefined) return 'removed';
  if (stored.config !== text) return isUntouched(stored, applied) ? compareContent(text, applied, place) : 'changed';
  return applied.isDisabled && isDisabled(stored) ? compareContent(text, applied, place) : 'same';
}

function compareContent(text: string, applied: AppliedFile, place: FolderPlace): FileRelation {
  return isBy(applied, place) || !applied.contents.includes(sha256(text)) ? 'different' : 'outdated';
}

/** Each content is applied once. It is wanted again only on the machine that has applied the current one. */
function isBy({ machine }: AppliedFile, place: FolderPlace): boolean {
  // Earlier versions did not note which machine applies a file.
  return machine === null || machine === place.machine;
}

function compareUnknown(text: string, stored: StoredService | undefined): FileRelation {
  if (stored === undefined) return 'new';
  return stored.config === text ? 'same' : 'foreign';
}

function compareMissing(stored: StoredService | undefined, applied: AppliedFile, place: FolderPlace): FileRelation {
  if (stored === undefined) return 'forgotten';
  // Another installation on this database has a folder of its own.
  if (applied.folder !== null && applied.folder !== place.folder) return 'elsewhere';
  if (isDisabled(stored)) return 'gone';
  if (applied.isDisabled || !isUntouched(stored, applied)) return 'gone-and-changed';
  return isBy(applied, place) ? 'vanished' : 'missing-here';
}

function isDisabled({ validID }: StoredService): boolean {
  return validID !== VALID;
}

function isUntouched({ config }: StoredService, applied: AppliedFile): boolean {
  return sha256(config) === applied.sha256;
}
