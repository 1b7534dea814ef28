import type { ServiceVersion, StoredService, VersionText } from '@ticketgate/database';
import { suggest } from '@ticketgate/sdk';
import { offMainThread } from '@ticketgate/definition';

import type { AdminSystem } from '../admin-system.js';
import { ServiceUnknown, VersionUnknown, DraftMissing } from './service-errors.js';
import { mayDo, mayLookAtAll } from '../tasks/scope.js';
import type { TaskContext, TaskSystem } from '../tasks/task.js';

/** @throws OperationError `Admin.ServiceUnknown` */
export async function getService(
  { services }: { readonly services: Pick<AdminSystem['services'], 'find' | 'list'> },
  name: string,
): Promise<StoredService> {
  const service = await services.find(name);
  if (service !== undefined) return service;
  const names = (await services.list()).map((each) => each.name);
  throw new ServiceUnknown({ name, suggestion: suggest(name, names) });
}

/**
 * The ids of the web services to search: the named one, or all that the author may look at; undefined for all.
 *
 * @throws OperationError `Admin.ServiceUnknown`
 */
export async function findServiceIDs({ system, author }: TaskContext, name: string | undefined) {
  if (name !== undefined) return [(await getService(system, name)).id];
  if (mayLookAtAll(author)) return undefined;
  return (await system.services.list()).filter((each) => mayDo(author, 'look', each.name)).map(({ id }) => id);
}

/** @throws OperationError `Admin.ServiceUnknown`, `Admin.VersionUnknown` */
export async function getVersion(system: AdminSystem, name: string, version: number): Promise<VersionText> {
  const { id } = await getService(system, name);
  const found = await system.services.versions.find(id, version);
  if (found === undefined) throw new VersionUnknown({ name, version });
  return found;
}

/** The draft of a web service; undefined if there is none. */
export async function findDraft(system: AdminSystem, name: string) {
  const { id } = await getService(system, name);
  return { id, draft: await system.services.drafts.find(id) };
}

/**
 * The current version of a web service, or its draft.
 *
 * @throws OperationError `Admin.DraftMissing`
 */
export async function definitionText(system: TaskSystem, name: string, isDraft: boolean): Promise<string> {
  if (!isDraft) return (await getService(system, name)).config;
  const { draft } = await findDraft(system, name);
  if (draft === undefined) throw new DraftMissing({ name });
  return draft.definition;
}

/** How many versions are searched. */
const MOST_VERSIONS = 50;

/** The newest version before the current one that can be served; undefined when none of the last ones can. */
export async function findLastGoodVersion(
  { services: { versions } }: Pick<AdminSystem, 'services'>,
  service: StoredService,
): Promise<ServiceVersion | undefined> {
  for (const { id } of await versions.list(service.id, { limit: MOST_VERSIONS })) {
    const version = await versions.find(service.id, id);
    if (version === undefined || version.config === service.config) continue;
    if ((await offMainThread('load', version.config)).webService !== undefined) return version;
  }
  return undefined;
}
