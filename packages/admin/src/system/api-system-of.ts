import { AuditLog, RecordedRequests, Replicas, RequestFeed } from '@ticketgate/database';
import { type ReadyOperations, type System, version } from '@ticketgate/runtime';

import { editorSchemas } from './editor-schemas.js';
import { adminSystemOf } from './admin-system-of.js';
import { describeSystem } from './describe-system.js';
import { listPlugins } from './list-plugins.js';
import { listSettings } from './list-settings.js';
import { measureLoad, type GatewayQueues } from './measure-load.js';
import { EventHub } from '../api/events/event-hub.js';
import type { ApiSystem } from '../api/api-system.js';
import type { EventSources } from '../api/events/event-sources.js';

/** The process that serves the API. */
interface Serving {
  readonly stopping: AbortSignal;
  readonly queues: () => GatewayQueues | null;
}

/** The part of a system that the admin API works with. */
export function apiSystemOf(system: System, ready: ReadyOperations, { stopping, queues }: Serving): ApiSystem {
  const { database, logger } = system;
  let schemas: ReturnType<ApiSystem['editorSchemas']> | undefined;
  return {
    ...adminSystemOf(system, ready.operations, ready),
    version,
    audit: new AuditLog(database),
    replicas: new Replicas(database),
    events: new EventHub(eventSourcesOf(system, stopping), logger),
    editorSchemas: () => (schemas ??= editorSchemas(system.plugins, { knowsAll: true })),
    listSettings: () => listSettings(system),
    listPlugins: () => listPlugins(system, ready),
    describe: () => describeSystem(system),
    measureLoad: () => measureLoad(system, queues()),
  };
}

/** How processes tell each other which administrators listen. */
const CHANNEL = 'ticketgate_administrators';

function eventSourcesOf(system: System, stopping: AbortSignal): EventSources {
  const { database, services, configuration } = system;
  const { notifications } = database;
  return {
    services,
    requests: new RequestFeed(database, new RecordedRequests(database)),
    replicas: new Replicas(database),
    now: () => system.now(),
    watchServices: (onChange) => services.watch(onChange, configuration.webServices.pollInterval),
    messages: {
      listen: (handler) => notifications.listen(CHANNEL, handler),
      send: (payload) => notifications.notify(CHANNEL, payload),
    },
    stopping,
  };
}
