import { join, resolve } from 'node:path';
import type { FolderPlace } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';

import { appliedFolder } from '../system/may-apply.js';
import { compareFile } from './compare-file.js';
import { readDefinitionFiles, serviceNameOf } from './definition-files.js';
import { describeDrift, driftAdvice, isDrift } from './describe-drift.js';
import { placeOf, viewFolder } from './folder-view.js';

/** The folder here that `path` is applied from as the file of the service `name`; undefined when it is not. */
export function folderOf(system: System, path: string, name: string): FolderPlace | undefined {
  const folder = appliedFolder(system);
  const isItsFile = folder !== undefined && resolve(path, '..') === resolve(folder) && serviceNameOf(path) === name;
  return isItsFile ? placeOf(folder) : undefined;
}

/** How a service differs from its file after a command has changed it, and what to do about that. */
export async function findDrift(system: System, name: string): Promise<string | undefined> {
  const folder = appliedFolder(system);
  if (folder === undefined) return undefined;
  const { services } = system;
  const files = await readDefinitionFiles(folder, system.configuration.limits.definitionBytes);
  const file = files.find((each) => each.name === name);
  const [stored, applied] = [await services.find(name), await services.files.find(name)];
  const view = await viewFolder(system, placeOf(folder), files);
  const relation = compareFile({ text: file?.text, stored, applied, view });
  if (relation === 'forgotten') await services.files.forget(name);
  if (!isDrift(relation)) return undefined;
  const path = file?.path ?? join(folder, `${name}.yml`);
  return `${path}: ${describeDrift(relation)}\n${driftAdvice(relation, { name, path })}`;
}
