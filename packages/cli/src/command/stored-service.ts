import { loadWebService, type WebService } from '@ticketgate/definition';
import type { Operation } from '@ticketgate/sdk';
import { ConfigurationError, type System } from '@ticketgate/runtime';

/** A web service as it is stored, and the operations that it may have. */
export interface StoredService {
  readonly name: string;
  readonly webService: WebService;
  /** By type. */
  readonly operations: ReadonlyMap<string, Operation>;
}

/** @throws ConfigurationError when there is none of that name, or it cannot be served */
export async function getStoredService(system: System, name: string): Promise<StoredService> {
  const found = await system.services.find(name);
  if (found === undefined) {
    throw new ConfigurationError(`There is no web service "${name}". "ticketgate service list" shows all of them.`);
  }
  const { webService } = loadWebService(found.config, name);
  if (webService === undefined) {
    throw new ConfigurationError(`The web service "${name}" cannot be served. "ticketgate service list" says why.`);
  }
  const operations = system.plugins.flatMap((plugin) => plugin.operations);
  return { name, webService, operations: new Map(operations.map((each) => [each.type as string, each])) };
}
