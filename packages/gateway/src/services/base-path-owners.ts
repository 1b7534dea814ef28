import { locateFinding, type Diagnostic } from '@ticketgate/definition';

import type { ServiceRecord } from '../ports.js';
import type { CompiledService } from './compiled-service.js';

/**
 * Assigns each BasePath to the service that was served there before, otherwise to the first one that names it.
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

/** The obstacle of a service whose BasePath belongs to another one. */
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
