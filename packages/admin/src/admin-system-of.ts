import { RecordedRequests, RequestCounts, type RouteCounts } from '@ticketgate/database';
import { ServiceStates, type OperationRegistry } from '@ticketgate/gateway';
import { type ReadyOperations, setUpPlugins, type System } from '@ticketgate/runtime';

import { weekAgo } from './admin-system.js';
import { DefinitionCounter } from './services/definition-text.js';
import { catalogueSystemOf } from './catalogue/catalogue-system.js';
import type { ActionSystem, GatewayQueues } from './tasks/task.js';
import { mayApply } from './definition-files/definition-files.js';

/** The parts of a process that serves. */
export interface Serving {
  readonly ready: ReadyOperations;
  readonly queues: () => GatewayQueues | null;
}

/**
 * The administration of a system, for commands and for everything else that changes something here.
 *
 * @param serving of a process that serves; others start plugins when something is called
 */
export function adminSystemOf(system: System, operations: OperationRegistry, serving?: Serving): ActionSystem {
  const { accounts, configuration } = system;
  const ready = async () => serving?.ready ?? (await setUpPlugins(system));
  const { definitionBytes } = configuration.limits;
  const { allowedHosts } = configuration.requester;
  return {
    ...system,
    operations,
    counts: new DefinitionCounter({ operations, definitionBytes, allowedHosts }),
    states: new ServiceStates(operations),
    ready,
    invokers: async () => (await ready()).invokers,
    pluginProblems: (serving?.ready ?? system.loadedPlugins).problems,
    queues: serving?.queues ?? (() => null),
    definitionBytes,
    allowedHosts,
    mayPublish: mayApply(system, 'webServices'),
    catalogue: catalogueSystemOf(system),
    directory: () => accounts.directory(),
    callsOfWeek: () => callsOfWeek(system),
    callersOfWeek: (serviceID) => new RecordedRequests(system.database).callersOf(serviceID, weekAgo(system)),
    time: () => system.formatTime(system.now()),
  };
}

/** How often routes were called in the last 7 days. */
export function callsOfWeek(system: Pick<System, 'database' | 'now'>): Promise<readonly RouteCounts[]> {
  return new RequestCounts(system.database).calls(weekAgo(system));
}
