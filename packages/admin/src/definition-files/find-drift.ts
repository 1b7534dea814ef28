import { join, resolve } from 'node:path';
import type { FolderPlace } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';

import { appliedFolder } from '../system/may-apply.js';
import { compareFile, type Drift, type FileRelation } from './compare-file.js';
import { readDefinitionFiles, serviceNameOf } from './definition-files.js';
import { folderPlace, readFolderView } from './folder-view.js';

/** The folder here that `path` is applied from as the file of the service `name`; undefined when it is not. */
export function folderOf(system: System, path: string, name: string): FolderPlace | undefined {
  const folder = appliedFolder(system);
  const isItsFile = folder !== undefined && resolve(path, '..') === resolve(folder) && serviceNameOf(path) === name;
  return isItsFile ? folderPlace(folder) : undefined;
}

/** How a service differs from its file after a command has changed it, and what to do about that. */
export async function findDrift(system: System, name: string): Promise<string | undefined> {
  const folder = appliedFolder(system);
  if (folder === undefined) return undefined;
  const { services } = system;
  const files = await readDefinitionFiles(folder, system.configuration.limits.definitionBytes);
  const file = files.find((each) => each.name === name);
  const [stored, applied] = [await services.find(name), await services.files.find(name)];
  const view = await readFolderView(system, folderPlace(folder), files);
  const relation = compareFile({ text: file?.text, stored, applied, view });
  if (relation === 'forgotten') await services.files.forget(name);
  if (!isDrift(relation)) return undefined;
  const path = file?.path ?? join(folder, `${name}.yml`);
  return `${path}: ${describeDrift(relation)}\n${driftAdvice(relation, { name, path })}`;
}

const DRIFTS: Readonly<Record<Drift, string>> = {
  foreign: 'not created by a file; the file with its name is not applied',
  changed: 'changed elsewhere since its file was applied; the file is not applied',
  removed: 'removed; its file does not restore it',
  gone: 'its file is gone, so it is disabled',
  'gone-and-changed': 'its file is gone; it was changed elsewhere since, so it stays',
  elsewhere: 'created by a file in another folder',
  outdated: 'its file has an older content than another machine has applied since; it is not applied',
  held: 'its file is gone on this machine, but another one has it; the service stays',
  'missing-here': 'its file is missing on this machine, but another one has applied it; the service stays',
};

export function isDrift(relation: FileRelation): relation is Drift {
  return relation in DRIFTS;
}

/** How a service and its file differ, in one line; undefined when they do not. */
export function describeDrift(relation: FileRelation): string | undefined {
  if (isDrift(relation)) return DRIFTS[relation];
  if (relation === 'vanished') return 'its file is gone; a server that starts or watches disables it';
  const isWaiting = relation === 'new' || relation === 'different' || relation === 'back';
  return isWaiting ? 'its file is not applied yet' : undefined;
}

/** The commands that end a drift. */
export function driftAdvice(drift: Drift, { name, path }: { readonly name: string; readonly path: string }): string {
  const take = `To use the file, run: ticketgate service import ${path}`;
  if (drift === 'removed') return `${take}\nOtherwise remove the file.`;
  if (drift === 'foreign' || drift === 'changed' || drift === 'outdated') {
    return `${take}\nTo keep the service, run: ticketgate service export ${name} --output ${path}`;
  }
  const remove = `To remove the service, run: ticketgate service delete ${name}`;
  return `To restore the file, run: ticketgate service export ${name} --output ${path}\n${remove}`;
}
