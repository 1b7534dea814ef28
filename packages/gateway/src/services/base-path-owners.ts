import { locateFinding, type Diagnostic } from '@ticketgate/definition';

import type { ServiceRecord } from '../ports.js';
import type { CompiledService } from './compiled-service.js';

/**
 * The service behind each BasePath: the one that was served there before, otherwise the first that names it.
 *
 * @param before ids of the services that are served, by BasePath
 */
export function findOwners(
  services: readonly CompiledService[],
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, CompiledService> {
  const owners = new Map<string, CompiledService>();
  for (const service of services) {
    const { basePath } = service.options;
    if (basePath === undefined) continue;
    if (!owners.has(basePath) || before.get(basePath) === service.id) owners.set(basePath, service);
  }
  return owners;
}

/** The problem of a service whose BasePath another one has. */
export function takenBasePath({ name, config }: ServiceRecord, owner: CompiledService): Diagnostic {
  const path = owner.options.basePath ?? '';
  const message = `BasePath is "${path}", where the web service "${owner.name}" is served already; choose another.`;
  return locateFinding(config, name, {
    severity: 'error',
    code: 'base-path',
    message,
    path: ['Gateway', 'BasePath'],
  });
}
