import { RecordedRequests, RequestCounts, RequestFeed, type RouteCounts } from '@ticketgate/database';
import { type OpenMcpEndpoint, type OperationRegistry, ServiceStates } from '@ticketgate/gateway';
import { makeOnce, type ReadyOperations, setUpPlugins, type System } from '@ticketgate/runtime';

import { showLogin, weekAgo } from './admin-system.js';
import { EventHub } from './api/events/event-hub.js';
import { openCatalogueSystem } from './catalogue/catalogue-system.js';
import { mayApply } from './definition-files/definition-files.js';
import { countDefinitions } from './services/definition-text.js';
import type { GatewayQueues } from './tasks/schemas.js';
import type { TaskSystem } from './tasks/task.js';

/** The parts of a process that serves. */
export interface Serving {
  readonly ready: ReadyOperations;
  readonly queues: () => GatewayQueues | null;
  readonly openMcpEndpoint: OpenMcpEndpoint;
}

/**
 * The administration of a system, for commands and for everything else that changes something here.
 *
 * @param serving what this process has of them; without `ready`, plugins start when something is called
 */
export function openAdminSystem(
  system: System,
  operations: OperationRegistry,
  serving: Partial<Serving> = {},
): TaskSystem {
  const { accounts, configuration } = system;
  const ready = makeOnce(async () => serving.ready ?? (await setUpPlugins(system)));
  const { definitionBytes } = configuration.limits;
  const { allowedHosts } = configuration.requester;
  return {
    ...system,
    operations,
    counts: countDefinitions({ operations, definitionBytes, allowedHosts }),
    states: new ServiceStates(operations),
    ready,
    invokers: async () => (await ready()).invokers,
    pluginProblems: (serving.ready ?? system.loadedPlugins).problems,
    queues: serving.queues ?? (() => null),
    openMcpEndpoint: serving.openMcpEndpoint,
    definitionBytes,
    allowedHosts,
    mayPublish: mayApply(system, 'webServices'),
    catalogue: openCatalogueSystem(system),
    directory: () => accounts.directory(),
    countWeekCalls: () => countWeekCalls(system),
    listWeekCallers: (serviceID) => new RecordedRequests(system.reader()).listCallers(serviceID, weekAgo(system)),
    time: () => system.formatTime(system.now()),
  };
}

export function countWeekCalls(system: Pick<System, 'reader' | 'now'>): Promise<readonly RouteCounts[]> {
  return new RequestCounts(system.reader()).calls(weekAgo(system));
}

/** The administration of a process that serves, with the events for open pages. */
export interface ApiSystem extends TaskSystem {
  readonly events: EventHub;
}

export function openApiSystem(system: System, serving: Serving & { readonly stopping: AbortSignal }): ApiSystem {
  const admin = openAdminSystem(system, serving.ready.operations, serving);
  const { database, services, logger } = system;
  const sources = {
    services,
    requests: new RequestFeed(database),
    findLogin: async (userID: number) => showLogin(await admin.directory(), userID),
    stopping: serving.stopping,
  };
  return { ...admin, events: new EventHub(sources, logger) };
}
