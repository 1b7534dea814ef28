import type { AdminRoute } from '../admin-route.js';
import { accountRoutes } from './account-routes.js';
import { catalogueRoutes } from './catalogue-routes.js';
import { debugLogRoutes } from './debug-log-routes.js';
import { eventRoutes } from './event-routes.js';
import { invokerRoutes } from './invoker-routes.js';
import { mappingRoutes } from './mapping-routes.js';
import { operationRoutes } from './operation-routes.js';
import { pluginEventRoutes } from './plugin-event-routes.js';
import { draftRoutes, publishRoutes, serviceRoutes } from './service-routes.js';
import { sessionRoutes } from './session-routes.js';
import { statisticsRoutes } from './statistics-routes.js';
import { systemRoutes } from './system-routes.js';
import { versionRoutes } from './version-routes.js';

/** All routes, in the order in which the document lists them. */
export const adminRoutes: readonly AdminRoute[] = [
  ...sessionRoutes,
  ...serviceRoutes,
  ...draftRoutes,
  ...publishRoutes,
  ...versionRoutes,
  ...operationRoutes,
  ...mappingRoutes,
  ...invokerRoutes,
  ...debugLogRoutes,
  ...accountRoutes,
  ...catalogueRoutes,
  ...statisticsRoutes,
  ...systemRoutes,
  ...eventRoutes,
  ...pluginEventRoutes,
];
