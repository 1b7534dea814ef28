import { getService } from '@ticketgate/admin';
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

/** @throws ConfigurationError when it cannot be served, OperationError `Admin.ServiceUnknown` */
export async function getStoredService(system: System, name: string): Promise<StoredService> {
  const { config } = await getService(system, name);
  const { webService } = loadWebService(config, name, { usualProfile: system.host.profile });
  if (webService === undefined) {
    throw new ConfigurationError(`The web service "${name}" cannot be served. "ticketgate service list" says why.`);
  }
  const operations = system.plugins.flatMap((plugin) => plugin.operations);
  return { name, webService, operations: new Map(operations.map((each) => [each.type as string, each])) };
}
