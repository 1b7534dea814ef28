import { RecordedRequests, Replicas, RequestFeed, ServiceDrafts } from '@ticketgate/database';
import type { System } from '@ticketgate/runtime';

import type { ActionSystem } from '../tasks/task.js';
import { loginOf } from '../admin-system.js';
import { adminSystemOf, type Serving } from '../admin-system-of.js';
import { EventHub } from './events/event-hub.js';
import type { EventSources } from './events/event-listener.js';

/** The administration of a process that serves, with what it tells open pages. */
export interface ApiSystem extends ActionSystem {
  readonly events: EventHub;
}

export function apiSystemOf(system: System, serving: Serving & { readonly stopping: AbortSignal }): ApiSystem {
  const admin = adminSystemOf(system, serving.ready.operations, serving);
  const sources = {
    ...eventSourcesOf(system, serving.stopping),
    loginOf: async (userID: number) => loginOf(await admin.directory(), userID),
  };
  return { ...admin, events: new EventHub(sources, system.logger) };
}

/** How processes tell each other which administrators listen. */
const CHANNEL = 'ticketgate_administrators';

function eventSourcesOf(system: System, stopping: AbortSignal): Omit<EventSources, 'loginOf'> {
  const { database, services, configuration } = system;
  const { notifications } = database;
  return {
    services,
    requests: new RequestFeed(database, new RecordedRequests(database)),
    drafts: new ServiceDrafts(database),
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
