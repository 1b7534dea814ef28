import type { StoredService, VersionText } from '@ticketgate/database';
import { suggest } from '@ticketgate/sdk';

import type { AdminSystem } from '../admin-system.js';
import { ServiceUnknown, VersionUnknown } from './service-errors.js';

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

/** @throws OperationError `Admin.ServiceUnknown`, `Admin.VersionUnknown` */
export async function getVersion(system: AdminSystem, name: string, version: number): Promise<VersionText> {
  const { id } = await getService(system, name);
  const found = await system.services.versions.find(id, version);
  if (found === undefined) throw new VersionUnknown({ name, version });
  return found;
}
