import {
  AuditLog,
  DebugLog,
  RecordedRequests,
  Replicas,
  RequestCounts,
  RequestFeed,
  ServiceDrafts,
} from '@ticketgate/database';
import { isExpectedError } from '@ticketgate/sdk';
import { ConfigurationError, type ReadyOperations, type System, version } from '@ticketgate/runtime';

import { curlOf, type SentRequest } from '../debug-log/curl-of.js';
import { withReplayer } from '../debug-log/replay-requests.js';
import { editorSchemas } from './editor-schemas.js';
import { adminSystemOf } from './admin-system-of.js';
import { consequencesOf } from '../services/consequences-of.js';
import { describeService, listServices } from '../services/list-services.js';
import { describeSystem } from './describe-system.js';
import { listPlugins } from './list-plugins.js';
import { listSettings } from './list-settings.js';
import { EventHub } from '../api/events/event-hub.js';
import type { ApiSystem } from '../api/api-system.js';
import type { EventSources } from '../api/events/event-sources.js';

const DAY = 86_400_000;

/** What the API of administrators works on. */
export function apiSystemOf(system: System, ready: ReadyOperations, stopping: AbortSignal): ApiSystem {
  const { database, logger } = system;
  const debugLog = new DebugLog(database);
  let schemas: ReturnType<ApiSystem['editorSchemas']> | undefined;
  return {
    ...adminSystemOf(system, ready.operations),
    version,
    audit: new AuditLog(database),
    drafts: new ServiceDrafts(database),
    requests: new RecordedRequests(database),
    debugLog,
    counts: new RequestCounts(database),
    replicas: new Replicas(database),
    events: new EventHub(eventSourcesOf(system, stopping), logger),
    listServices: () => listServices(system, ready.operations),
    describeService: (name) => describeService(system, ready.operations, name),
    consequencesOf: (name) => consequencesOf(system, name),
    curlOf: (request) => findCurl(system, request),
    replay: (request, how) => withReplayer(system, how, (replayer) => replayer.replay(request)),
    tryCall: (call, how) => withReplayer(system, { ...how, ignored: new Set() }, (replayer) => replayer.call(call)),
    cleanDebugLog: (days, serviceID) =>
      debugLog.cleanup(system.formatTime(new Date(system.now().getTime() - days * DAY)), serviceID),
    editorSchemas: () => (schemas ??= editorSchemas(system.plugins, { knowsAll: true })),
    listSettings: () => listSettings(system),
    listPlugins: () => listPlugins(system, ready),
    describe: () => describeSystem(system),
  };
}

/** Where too little was recorded, no command but the reason. */
function findCurl({ configuration }: System, request: SentRequest): ReturnType<ApiSystem['curlOf']> {
  try {
    return curlOf(request, configuration);
  } catch (error) {
    if (error instanceof ConfigurationError || isExpectedError(error)) return { command: null, notes: [error.message] };
    throw error;
  }
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
